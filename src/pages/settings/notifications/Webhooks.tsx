import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { change } from '#api/change.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  testWebhook,
  type Webhook,
  type WebhookForm,
} from '#contract/console/webhooks.ts'
import type { Output } from '#contract/endpoint.ts'
import { ShownOnceDialog } from '#ui/dialog/ShownOnceDialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Group, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { Secret } from '#ui/values/Secret.tsx'
import { changed } from './webhook-form.ts'

const webhooksQuery = query(listWebhooks, {})
const { text, date, actions } = columnsOf<Webhook>()
type CreatedWebhook = Output<typeof addWebhook>

const forms: Record<WebhookForm, string> = {
  standard: 'Signed JSON (Standard Webhooks)',
  slack: 'Slack',
  teams: 'Microsoft Teams',
}
const formOptions = Object.entries(forms).map(([value, label]) => ({ value, label }))

/** Webhooks, which receive notifications in addition to email. */
export function Webhooks() {
  const asked = useQuery(webhooksQuery)
  const [made, setMade] = useState<CreatedWebhook>()
  const [tested, setTested] = useState<string>()
  return (
    <Panel
      title="Webhooks"
      actions={
        <ActionButton
          endpoint={addWebhook}
          size="xs"
          variant="default"
          renderDialog={(close) => <AddWebhook onMade={setMade} onClose={close} />}
        >
          Add webhook
        </ActionButton>
      }
    >
      <ListTable
        asked={asked}
        caption="Webhooks"
        rows={asked.data?.rows ?? []}
        columns={columnsWith(setTested)}
        rowId={({ id }) => String(id)}
        empty={
          <Empty title="No webhooks" hint="A webhook receives each notification over HTTPS, for example in a chat." />
        }
        name="webhooks"
      />
      {tested !== undefined && (
        <Notice tone="ok" title={`Test message sent to ${tested}`} urgent>
          <span>The webhook accepted it.</span>
        </Notice>
      )}
      {made?.secret !== undefined && <WebhookSecret secret={made.secret} onClose={() => setMade(undefined)} />}
    </Panel>
  )
}

const columnsWith = (onTested: (name: string) => void) => [
  text('name', 'Name', ({ name }) => name, { priority: 1 }),
  text('host', 'Host', ({ host }) => host, { priority: 1 }),
  text('form', 'Format', ({ form }) => forms[form]),
  text('by', 'Changed by', ({ by }) => by),
  date('changed', 'Changed', ({ changedAt }) => new Date(changedAt)),
  actions((webhook) => <Actions webhook={webhook} onTested={onTested} />, { width: '15rem' }),
]

function Actions({ webhook, onTested }: { webhook: Webhook; onTested: (name: string) => void }) {
  const { id, name } = webhook
  const small = { size: 'compact-xs', variant: 'default' } as const
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionButton
        {...small}
        endpoint={testWebhook}
        aria-label={`Test ${name}`}
        renderDialog={(close) => (
          <Confirm
            title={`Send a test message to ${name}?`}
            action="Send"
            danger={false}
            onConfirm={() => change(testWebhook, { webhook: id }).then(() => onTested(name))}
            onClose={close}
          >
            <Text size="sm">It goes to {webhook.host} now.</Text>
          </Confirm>
        )}
      >
        Test
      </ActionButton>
      <ActionButton
        {...small}
        endpoint={changeWebhook}
        aria-label={`Edit ${name}`}
        renderDialog={(close) => <EditWebhook webhook={webhook} onClose={close} />}
      >
        Edit
      </ActionButton>
      <ActionButton
        {...small}
        endpoint={removeWebhook}
        aria-label={`Remove ${name}`}
        renderDialog={(close) => (
          <Confirm
            title={`Remove the webhook “${name}”?`}
            action="Remove"
            onConfirm={() => change(removeWebhook, { webhook: id })}
            onClose={close}
          >
            <Text size="sm">{webhook.host} receives no more notifications. Pending ones are skipped.</Text>
          </Confirm>
        )}
      >
        Remove
      </ActionButton>
    </Group>
  )
}

function AddWebhook({ onMade, onClose }: { onMade: (made: CreatedWebhook) => void; onClose: () => void }) {
  return (
    <FormDialog
      title="Add webhook"
      action="Add"
      schema={addWebhook.input}
      send={(values) => change(addWebhook, values)}
      onSent={(made) => {
        onClose()
        onMade(made)
      }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" maxLength={100} autoFocus />
      <SelectField name="form" label="Format" options={formOptions} defaultValue="standard" />
      <TextField
        name="url"
        label="Address"
        description="Starts with https://. Stored encrypted, because it may contain a secret."
      />
    </FormDialog>
  )
}

const EditWebhook = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => (
  <FormDialog
    title="Edit webhook"
    action="Save"
    schema={changed}
    send={(values) => change(changeWebhook, { webhook: webhook.id, ...values })}
    onClose={onClose}
  >
    <TextField name="name" label="Name" maxLength={100} defaultValue={webhook.name} autoFocus />
    <TextField name="url" label="New address" description={`Leave empty to keep ${webhook.host}.`} />
  </FormDialog>
)

const WebhookSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnceDialog
    title="New webhook"
    explanation="Copy the secret before you close this dialog. The receiver verifies the signature of notifications with it."
    onClose={onClose}
  >
    <Properties
      bare
      columns={1}
      items={[{ label: 'Secret', value: <Secret label="secret" reveal={() => secret} /> }]}
    />
  </ShownOnceDialog>
)

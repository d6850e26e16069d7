import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { requirePart } from '#api/require-part.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { addAcmeBinding, removeAcmeBinding } from '#contract/keys/acme.ts'
import { ShownOnceDialog } from '#ui/dialog/ShownOnceDialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { Secret } from '#ui/values/Secret.tsx'
import { type AcmeBindingRow, bindingsQuery } from './acme-query.ts'

const { text, code, time, actions } = columnsOf<AcmeBindingRow>()
type CreatedBinding = { keyId: string; hmacKey: string }

/** External account binding keys, with which clients register an account. */
export function Bindings({ sha256 }: { sha256: string }) {
  const asked = useQuery(bindingsQuery(sha256))
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<CreatedBinding>()
  const [removing, setRemoving] = useState<AcmeBindingRow>()
  const columns = usePermittedColumns(bindingColumns(setRemoving), [removeAcmeBinding])
  return (
    <Panel
      title="External account binding keys"
      actions={
        <ActionButton endpoint={addAcmeBinding} onClick={() => setAdding(true)}>
          Create key
        </ActionButton>
      }
    >
      <ListTable
        asked={asked}
        caption="External account binding keys"
        rows={asked.data?.rows ?? []}
        columns={columns}
        rowId={({ keyId = '' }) => keyId}
        empty={<Empty title="No keys yet" hint="Create one key for each client. It binds one account." />}
        name="acme-bindings"
      />
      {adding && <CreateKey sha256={sha256} onMade={setMade} onClose={() => setAdding(false)} />}
      {made && <CreatedBindingKey made={made} onClose={() => setMade(undefined)} />}
      {removing && (
        <Confirm
          title={`Delete the key “${removing.name ?? ''}”?`}
          action="Delete"
          onConfirm={() => change(removeAcmeBinding, { keyId: removing.keyId ?? '' })}
          onClose={() => setRemoving(undefined)}
        >
          <Text size="sm">
            {removing.account === undefined
              ? 'No account can be registered with it any more.'
              : `Account ${removing.account}, which was registered with it, stays active.`}
          </Text>
        </Confirm>
      )}
    </Panel>
  )
}

const bindingColumns = (remove: (row: AcmeBindingRow) => void) => [
  text('name', 'Name', ({ name }) => name, { priority: 1, missing: 'Unnamed' }),
  code('id', 'Key identifier', ({ keyId }) => keyId, { breaks: true }),
  text('account', 'Used by', ({ account }) => (account === undefined ? 'Not used yet' : `Account ${account}`), {
    priority: 1,
    width: 130,
  }),
  text('by', 'Created by', ({ createdBy }) => createdBy, { width: 130 }),
  time('created', 'Created', ({ CreationTime }) => CreationTime, { width: 130 }),
  actions(
    (row) => (
      <ActionButton
        endpoint={removeAcmeBinding}
        size="compact-xs"
        reason={!row.keyId && 'The service did not report its identifier.'}
        aria-label={`Delete the key ${row.name ?? ''}`}
        onClick={() => remove(row)}
      >
        Delete
      </ActionButton>
    ),
    { width: 90 },
  ),
]

const named = z.object({ name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(100)) })
type Creating = { sha256: string; onMade: (made: CreatedBinding) => void; onClose: () => void }

const CreateKey = ({ sha256, onMade, onClose }: Creating) => (
  <FormDialog
    title="Create binding key"
    action="Create"
    schema={named}
    send={async ({ name }: z.output<typeof named>) => {
      const { keyId, hmacKey } = await change(addAcmeBinding, { sha256, name })
      return {
        keyId: requirePart(addAcmeBinding, keyId, 'key identifier'),
        hmacKey: requirePart(addAcmeBinding, hmacKey, 'HMAC key'),
      }
    }}
    onSent={(made) => {
      onClose()
      onMade(made)
    }}
    onClose={onClose}
  >
    <TextField
      name="name"
      label="Name"
      description="The host or team that registers an account with it."
      maxLength={100}
      autoFocus
    />
  </FormDialog>
)

const CreatedBindingKey = ({ made: { keyId, hmacKey }, onClose }: { made: CreatedBinding; onClose: () => void }) => (
  <ShownOnceDialog
    title="New binding key"
    explanation="Copy both values before you close this dialog. With certbot: --eab-kid and --eab-hmac-key."
    action="I have copied them"
    onClose={onClose}
  >
    <Properties
      bare
      columns={1}
      items={[
        { label: 'Key identifier', value: <code>{keyId}</code>, copy: keyId },
        { label: 'HMAC key', value: <Secret label="HMAC key" reveal={() => hmacKey} /> },
      ]}
    />
  </ShownOnceDialog>
)

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { eventOf, type NoticeEvent, noticeEventNames } from '#contract/console/notice-events.ts'
import { type Delivery, type NoticeRule, saveNoticeRule } from '#contract/console/notice-rules.ts'
import { listWebhooks } from '#contract/console/webhooks.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextAreaField } from '#ui/form/TextAreaField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { eventRuleForm, webhookField } from './event-rule-form.ts'

const eventOptions = noticeEventNames.map((value) => ({ value, label: eventOf(value).label }))
const deliveryOptions: { value: Delivery; label: string }[] = [
  { value: 'at-once', label: 'Immediately' },
  { value: 'daily', label: 'Daily digest at 07:00 UTC' },
]

/** Edits the recipients and channels of an event. */
export function EventRuleDialog({ rule, onClose }: { rule?: NoticeRule; onClose: () => void }) {
  const [chosen, setChosen] = useState<NoticeEvent>(rule?.event ?? 'connection')
  const may = useMay()(listWebhooks.permission)
  const listed = useQuery({ ...query(listWebhooks, {}), enabled: may })
  const webhooks = listed.data?.rows ?? []
  const { steps, help } = eventOf(chosen)
  return (
    <FormDialog
      title={rule ? eventOf(rule.event).label : 'New rule'}
      action="Save"
      schema={eventRuleForm(chosen)}
      send={(values) =>
        change(saveNoticeRule, {
          ...values,
          // Webhooks that are not shown stay chosen.
          ...(!listed.data && rule && { webhooks: rule.webhooks }),
          ...(rule?.id !== undefined && { rule: rule.id }),
        })
      }
      onClose={onClose}
    >
      {rule ? (
        <input type="hidden" name="event" value={rule.event} />
      ) : (
        <SelectField
          name="event"
          label="Event"
          description={help}
          options={eventOptions}
          defaultValue={chosen}
          autoFocus
          onChange={({ currentTarget }) => setChosen(currentTarget.value as NoticeEvent)}
        />
      )}
      <CheckboxField name="isOn" label="Send notifications" defaultChecked={rule?.isOn ?? true} />
      {steps && (
        <TextField
          key={chosen}
          name="days"
          label={steps.label}
          description="Each step is sent once."
          defaultValue={(rule?.days ?? steps.defaults).join(', ')}
        />
      )}
      <TextField
        name="filter"
        label="Filter by text"
        description="In the subject or in the notification. Empty: all."
        defaultValue={rule?.filter ?? ''}
      />
      <TextAreaField
        name="recipients"
        label="Recipients"
        description="One address per line."
        rows={3}
        defaultValue={rule?.recipients.join('\n') ?? ''}
      />
      <QueryProblem error={listed.error} refetch={listed.refetch} />
      {webhooks.length > 0 && (
        <Stack gap="xs">
          <Text size="sm" fw={600} aria-hidden>
            Webhooks
          </Text>
          {webhooks.map(({ id, name }) => (
            <CheckboxField
              key={id}
              name={webhookField(id)}
              label={name}
              defaultChecked={rule?.webhooks.includes(id) ?? false}
            />
          ))}
        </Stack>
      )}
      <SelectField
        name="delivery"
        label="Delivery"
        options={deliveryOptions}
        defaultValue={rule?.delivery ?? 'at-once'}
      />
    </FormDialog>
  )
}

import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { type NotificationRule, setNotifications } from '#contract/console/notifications.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { TextAreaField } from '#ui/form/TextAreaField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { ruleForm } from './rule-form.ts'

/** Edits the times and recipients of expiry notifications. */
export function RuleDialog({ rule, onClose }: { rule: NotificationRule; onClose: () => void }) {
  return (
    <FormDialog
      title="Edit rule"
      action="Save"
      schema={ruleForm}
      send={(values) => change(setNotifications, values)}
      onClose={onClose}
    >
      <CheckboxField name="isOn" label="Send notifications" defaultChecked={rule.isOn} />
      <TextField
        name="days"
        label="Days before expiry"
        description="Each step is sent once per certificate. Of several steps that have passed, only the last."
        defaultValue={rule.days.join(', ')}
        autoFocus
      />
      <TextAreaField
        name="recipients"
        label="Recipients"
        description="Receive all notifications. One address per line. The expiry notification email of a certificate is always notified as well."
        rows={4}
        defaultValue={rule.recipients.join('\n')}
      />
    </FormDialog>
  )
}

import { DialogButtons } from '#components/actions/DialogButtons.tsx'
import { Refused } from '#pages/settings/Refused.tsx'
import { namedField, refusalAtField } from '#components/actions/named-field.ts'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ShownOnceDialog } from '#ui/dialog/ShownOnceDialog.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Secret } from '#ui/values/Secret.tsx'
import { newKeyForm, permissionOptions } from './key-form.ts'
import type { KeyService } from './service-keys.ts'

/** A key that was just created; only this page has its value. */
export type CreatedKey = { name: string; reveal: () => string }
type Props = { service: KeyService; onMade: (made: CreatedKey) => void; onClose: () => void }

export function GenerateKey({ service, onMade, onClose }: Props) {
  const { problem, pending, formProps } = useSentForm(newKeyForm, async ({ name, address, permission }) => {
    const value = await service.generate(name, address || undefined, permission)
    onClose()
    onMade({ name, reveal: () => value })
  })
  const field = problem && namedField(problem)
  const isAtField = field === 'name' || (field === 'address' && service.service === 'keys')
  const errors = problem && isAtField ? { [field]: refusalAtField(problem), ...formProps.errors } : formProps.errors
  return (
    <Dialog title="Generate key" onClose={onClose}>
      <Form {...formProps} errors={errors} aria-label="Generate key">
        <Stack gap="md">
          <Text size="sm">{service.about}</Text>
          <TextField name="name" label="Name" description="Purpose of the key." maxLength={255} autoFocus />
          {service.service === 'keys' && (
            <>
              <TextField
                name="address"
                label="Host IP address"
                description="The address that calls come from. Empty: the host of this console."
                maxLength={45}
              />
              <SelectField
                name="permission"
                label="Permission"
                description="Cannot be changed later. Only Everything allows creating authorities."
                options={permissionOptions}
              />
            </>
          )}
          {!isAtField && <Refused problem={problem} />}
          <DialogButtons action="Generate" pending={pending} onClose={onClose} />
        </Stack>
      </Form>
    </Dialog>
  )
}

/** Shows a key, only once. */
export const CreatedKeyDialog = ({ made: { name, reveal }, onClose }: { made: CreatedKey; onClose: () => void }) => (
  <ShownOnceDialog
    title={`New key “${name}”`}
    explanation="Copy it before you close this dialog. If it is lost, regenerate it."
    onClose={onClose}
  >
    <Secret label="API key" reveal={reveal} />
  </ShownOnceDialog>
)

import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { addSshResource } from '#contract/keys/ssh-resources.ts'
import { TextField } from '#ui/form/TextField.tsx'

const wrongPort = 'Enter a port from 1 to 65535'
const hostForm = z.object({
  ResourceName: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(255, 'At most 255 characters')),
  IPADDRESS: z
    .string()
    .check(
      z.trim(),
      z.minLength(2, 'Enter an IP address, such as 192.0.2.10'),
      z.maxLength(45, 'Not a valid IP address'),
    ),
  Port: z.coerce
    .number<string>(wrongPort)
    .check(z.int(wrongPort), z.minimum(1, wrongPort), z.maximum(65_535, wrongPort)),
  Description: z.string().check(z.maxLength(1000, 'At most 1000 characters')),
})

export function AddHost({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="Add host"
      action="Add host"
      schema={hostForm}
      send={(host) => change(addSshResource, host)}
      onClose={onClose}
    >
      <TextField name="ResourceName" label="Name" autoFocus maxLength={255} />
      <TextField name="IPADDRESS" label="IP address" maxLength={45} />
      <TextField name="Port" label="Port" inputMode="numeric" defaultValue="22" />
      <TextField name="Description" label="Description" />
    </FormDialog>
  )
}

import * as z from 'zod'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { addSshResource } from '#contract/keys/ssh-resources.ts'
import { TextField } from '#ui/form/TextField.tsx'

const wrongPort = 'Enter a port from 1 to 65535'
const hostForm = z.object({
  ResourceName: z.string().trim().min(1, 'Enter a name').max(255, 'At most 255 characters'),
  IPADDRESS: z.string().trim().min(2, 'Enter an IP address, such as 192.0.2.10').max(45, 'Not a valid IP address'),
  Port: z.coerce.number<string>(wrongPort).int(wrongPort).min(1, wrongPort).max(65_535, wrongPort),
  Description: z.string().max(1000, 'At most 1000 characters'),
})

export function AddHost({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="Add host"
      action="Add host"
      schema={hostForm}
      send={(host) => change(addSshResource, host)}
      onClose={onClose}
      renderFields={(errors) => (
        <>
          <TextField name="ResourceName" label="Name" autoFocus maxLength={255} error={errors.ResourceName} />
          <TextField name="IPADDRESS" label="IP address" maxLength={45} error={errors.IPADDRESS} />
          <TextField name="Port" label="Port" inputMode="numeric" defaultValue="22" error={errors.Port} />
          <TextField name="Description" label="Description" error={errors.Description} />
        </>
      )}
    />
  )
}

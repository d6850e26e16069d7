import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { createGroup } from '#contract/mdm/groups.ts'
import { DescriptionField } from '#pages/devices/DescriptionField.tsx'
import { paths } from '#paths.ts'
import { TextField } from '#ui/form/TextField.tsx'

const form = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a group name'), z.maxLength(200)),
  description: z._default(z.string().check(z.maxLength(1000)), ''),
})

export function NewGroup({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <FormDialog
      title="New group"
      action="Create group"
      schema={form}
      send={async ({ name, description }) => {
        const { group_id } = await change(createGroup, { name, description: description.trim() || undefined })
        if (group_id) await navigate(paths.group(group_id))
      }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" maxLength={200} autoFocus />
      <DescriptionField />
    </FormDialog>
  )
}

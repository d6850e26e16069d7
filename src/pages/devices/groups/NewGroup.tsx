import { useNavigate } from 'react-router'
import * as z from 'zod'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { createGroup } from '#contract/mdm/groups.ts'
import { DescriptionField } from '#pages/devices/DescriptionField.tsx'
import { paths } from '#paths.ts'
import { TextField } from '#ui/form/TextField.tsx'

const form = z.object({
  name: z.string().trim().min(1, 'Enter a group name').max(200),
  description: z.string().max(1000).default(''),
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
      renderFields={(errors) => (
        <>
          <TextField name="name" label="Name" maxLength={200} autoFocus error={errors.name} />
          <DescriptionField error={errors.description} />
        </>
      )}
      onClose={onClose}
    />
  )
}

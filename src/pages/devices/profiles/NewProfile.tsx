import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { createProfile } from '#contract/mdm/profiles.ts'
import { platformNumbers } from '#contract/mdm/status.ts'
import { DescriptionField } from '#pages/devices/DescriptionField.tsx'
import { paths } from '#paths.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'

const form = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a profile name'), z.maxLength(200)),
  description: z._default(z.string().check(z.maxLength(1000)), ''),
  platform: z.coerce.number().check(z.int()),
})
const platforms = Object.entries(platformNumbers).map(([value, label]) => ({ value, label }))

export function NewProfile({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <FormDialog
      title="New profile"
      action="Create profile"
      schema={form}
      send={async ({ name, description, platform }) => {
        const { profile_id } = await change(createProfile, {
          profile_name: name,
          profile_description: description.trim() || undefined,
          platform_type: platform,
        })
        if (profile_id) await navigate(paths.profile(profile_id))
      }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" maxLength={200} autoFocus />
      <SelectField name="platform" label="Platform" options={platforms} />
      <DescriptionField />
    </FormDialog>
  )
}

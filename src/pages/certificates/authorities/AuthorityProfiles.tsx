import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import type { Authority } from '#components/issuing/sign-form.ts'
import { setAuthorityProfiles } from '#contract/keys/profiles.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'

type Props = {
  authority: Authority
  profiles: readonly string[]
  onDone: (text: string) => void
  onClose: () => void
}

/** Profiles that the authority may issue; all if none is selected. */
export function AuthorityProfiles({ authority, profiles, onDone, onClose }: Props) {
  const { commonName = 'Unnamed', sha256 = '', profiles: chosen = [] } = authority
  return (
    <FormDialog
      title={`Profiles of ${commonName}`}
      action="Save"
      schema={ticked}
      send={async (form) => {
        const wanted = profiles.filter((_, at) => form[`profile-${at}`] === 'on')
        await change(setAuthorityProfiles, { sha256, profiles: wanted })
        onDone(
          wanted.length > 0
            ? `${commonName} is limited to ${wanted.join(', ')}.`
            : `${commonName} issues all profiles.`,
        )
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          The authority issues only the selected profiles. Select none to let it issue all. Issued certificates do not
          change.
        </Text>
        {profiles.map((name, at) => (
          <CheckboxField key={name} name={`profile-${at}`} label={name} defaultChecked={chosen.includes(name)} />
        ))}
      </Stack>
    </FormDialog>
  )
}

const ticked = z.record(z.string(), z.string())

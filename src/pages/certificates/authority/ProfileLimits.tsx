import { useQuery } from '@tanstack/react-query'
import { profilesIn, profilesQuery } from '#components/issuing/profile/profiles.ts'
import { FormCheckbox } from '#ui/form/FormFields.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { limitField } from './authority-form.ts'
import classes from './ProfileLimits.module.css'

/** Profiles that the new authority may issue; all if none is selected. */
export function ProfileLimits() {
  const { data } = useQuery(profilesQuery)
  return (
    <fieldset className={classes.profiles}>
      <legend>Limit to</legend>
      <Stack gap={10}>
        <Text size="sm">The authority issues only the selected profiles. Select none to let it issue all.</Text>
        {profilesIn(data?.rows).map(({ name, description }) => (
          <FormCheckbox key={name} name={`profiles.${limitField(name)}`} label={name} description={description} />
        ))}
      </Stack>
    </fieldset>
  )
}

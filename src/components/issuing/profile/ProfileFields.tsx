import { useQuery } from '@tanstack/react-query'
import { keyRuleText, nameRuleText, type Profile, usageText } from '#contract/keys/rules/profiles/profile.ts'
import { counted } from '#contract/words/counted.ts'
import { FormChoice, useFormValues } from '#ui/form/FormFields.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import type { IssuingForm } from '#components/issuing/form/issuing-form.ts'
import { profileNamed, profilesIn, profilesQuery } from './profiles.ts'

/** Select for the profile, which the service enforces. */
export function ProfileFields({ optional }: { optional: boolean }) {
  const { data } = useQuery(profilesQuery)
  const { profile } = useFormValues<IssuingForm>()
  const all = profilesIn(data?.rows)
  const chosen = profileNamed(all, profile)
  return (
    <>
      <FormChoice
        name="profile"
        label="Profile"
        options={[
          ...all
            .filter(({ isAuthority }) => !isAuthority)
            .map(({ name, description }) => ({ value: name, label: name, description })),
          ...(optional ? [byService] : []),
        ]}
      />
      {chosen && <Properties title={`Profile ${chosen.name}`} columns={1} items={profileFacts(chosen)} />}
    </>
  )
}

const byService = {
  value: '',
  label: 'No profile',
  description: 'Internal authorities choose one by the names in the request. Other CAs apply their own rules.',
}

const profileFacts = (profile: Profile) => [
  { label: 'Usage', value: usageText(profile) },
  { label: 'Keys', value: keyRuleText(profile) },
  { label: 'Names', value: nameRuleText(profile) },
  { label: 'Validity', value: `${counted(profile.maxDays, 'day', 'days')} at most` },
]

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useTableKey } from '#api/may.ts'
import { prefetch } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Permitted } from '#components/actions/Permitted.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { NotFound } from '#components/area/NotFound.tsx'
import { sentText } from '#components/issuing/form/sent-text.ts'
import { profileNamed, profilesIn, profilesQuery } from '#components/issuing/profile/profiles.ts'
import { sendOnce } from '#components/issuing/send.ts'
import { problemIn } from '#components/issuing/wizard-problem.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { addProfile, changeProfile } from '#contract/keys/profiles.ts'
import { isBuiltIn, type Profile, serverProfile } from '#contract/keys/rules/profiles/profile.ts'
import { paths } from '#paths.ts'
import { Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import type { DoneProps, Step } from '#ui/wizard/wizard.ts'
import { Wizard } from '#ui/wizard/Wizard.tsx'
import { WizardDone } from '#ui/wizard/WizardDone.tsx'
import { formOfProfile, type ProfileForm, profileForm, reviewOf, steps as stepIds, toProfile } from './profile-form.ts'
import { KeyRuleFields, NameRuleFields, UsageFields } from './ProfileSteps.tsx'

export const loader = () => prefetch(profilesQuery)

/** Creates a profile, or edits the one in the URL. */
export function Component() {
  const { name } = useParams()
  const { data, error, refetch } = useQuery(profilesQuery)
  const profile = name === undefined ? undefined : profileNamed(profilesIn(data?.rows), name)
  const title = name === undefined ? 'New profile' : `Edit ${name}`
  const crumbs = [
    { label: 'Certificates', to: paths.certificates },
    { label: 'Profiles', to: paths.certificateProfiles },
  ]
  return (
    <Page title={title} crumbs={crumbs}>
      {data === null ? (
        <NotReported what="its profiles" />
      ) : !data ? (
        <QueryState error={error} refetch={refetch} waiting />
      ) : name !== undefined && (!profile || isBuiltIn(name)) ? (
        <NotFound
          title={profile ? `“${name}” is a built-in profile` : `There is no profile “${name}”`}
          hint={profile ? 'It cannot be changed. Create your own profile instead.' : 'It may have been deleted.'}
          all="All profiles"
          to={paths.certificateProfiles}
        />
      ) : (
        <Permitted endpoint={profile ? changeProfile : addProfile}>
          <ProfileWizard
            key={name ?? ''}
            kept={profile}
            taken={name === undefined ? data.rows.flatMap((row) => row.name ?? []) : []}
          />
        </Permitted>
      )}
    </Page>
  )
}

/** Initial values are those of the server profile, without its name. */
const initialForm = formOfProfile({ ...serverProfile, name: '', description: '', maxDays: 397 })

function ProfileWizard({ kept, taken }: { kept: Profile | undefined; taken: readonly string[] }) {
  const draft = useTableKey(kept ? `profile-${kept.name}` : 'new-profile')
  const endpoint = kept ? changeProfile : addProfile
  const schema = useMemo(() => profileForm(taken), [taken])
  return (
    <Wizard
      draft={draft}
      schema={schema}
      initial={kept ? formOfProfile(kept) : initialForm}
      steps={kept ? changeSteps : newSteps}
      sent={(form) => sentText(endpoint, toProfile(form, kept))}
      review={reviewOf}
      action={kept ? 'Save profile' : 'Add profile'}
      look={() => 'Check the list of profiles.'}
      submit={(form) => sendOnce(endpoint, toProfile(form, kept))}
      problemOf={problemIn(fields)}
      Done={kept ? Saved : Added}
    />
  )
}

const stepsWith = (Body: Step<ProfileForm>['Body'], own: Step<ProfileForm>['fields']): readonly Step<ProfileForm>[] => [
  {
    id: stepIds.usage,
    label: 'Usage',
    fields: [...own, 'description', 'kind', 'keyUsage', 'purposes', 'ownPurposes', 'clientOnRequest'],
    Body,
  },
  {
    id: stepIds.keys,
    label: 'Keys and validity',
    fields: ['rsaBits', 'curves', 'ed25519', 'maxDays'],
    Body: KeyRuleFields,
  },
  { id: stepIds.names, label: 'Names', fields: ['names', 'required', 'domains'], Body: NameRuleFields },
]
const newSteps = stepsWith(() => <UsageFields isNew />, ['name'])
const changeSteps = stepsWith(() => <UsageFields isNew={false} />, [])

const fields = {
  name: 'name',
  description: 'description',
  keyUsage: 'keyUsage',
  extendedKeyUsage: 'ownPurposes',
  maxDays: 'maxDays',
  rsaBits: 'rsaBits',
  domains: 'domains',
} as const

const Added = ({ form }: DoneProps<ProfileForm, unknown>) => <Done title={`Profile ${form.name.trim()} added`} />
const Saved = ({ form }: DoneProps<ProfileForm, unknown>) => <Done title={`Profile ${form.name.trim()} saved`} />

const Done = ({ title }: { title: string }) => (
  <WizardDone
    title={title}
    next={
      <>
        <ActionLink variant="filled" to={paths.certificateProfiles}>
          All profiles
        </ActionLink>
        <ActionLink to={paths.newCertificate}>New certificate</ActionLink>
      </>
    }
  >
    <Text size="sm" c="dimmed">
      It applies to certificates issued from now on. Issued certificates do not change.
    </Text>
  </WizardDone>
)

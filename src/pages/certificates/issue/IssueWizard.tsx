import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { problemOf } from '#api/problem.ts'
import { mayPass } from '#api/recovery.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { adviceOn } from '#components/issuing/form/advice.ts'
import { type IssuingForm, issuingForm, issuingSecrets } from '#components/issuing/form/issuing-form.ts'
import { sharedSteps } from '#components/issuing/form/issuing-steps.ts'
import { opensslCommand } from '#components/issuing/form/openssl.ts'
import { steps as stepIds } from '#components/issuing/form/review.ts'
import { sentText } from '#components/issuing/form/sent-text.ts'
import { statusAdvice } from '#components/issuing/form/status-advice.ts'
import { storePasswordAgain, StoreFields } from '#components/issuing/form/StoreFields.tsx'
import { lengthAdvice, toSubjectAndKey } from '#components/issuing/form/to-wire.ts'
import { CheckForCertificate, CheckForRequest } from '#components/issuing/CheckFor.tsx'
import { ProfileFields } from '#components/issuing/profile/ProfileFields.tsx'
import {
  profileAdvice,
  profileNamed,
  profilesIn,
  profilesQuery,
  defaultProfile,
} from '#components/issuing/profile/profiles.ts'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { authorityIn } from '#components/issuing/sign-form.ts'
import { problemIn, subjectAndKeyFields } from '#components/issuing/wizard-problem.ts'
import { createCertificate, createRequest } from '#contract/keys/requests.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { later } from '#ui/layout/later.ts'
import type { Advice, DoneProps, ReviewItem, Step } from '#ui/wizard/wizard.ts'
import { Wizard } from '#ui/wizard/Wizard.tsx'
import { type Issuance, issue, itself } from './issue.ts'
import { IssuerFields } from './IssuerFields.tsx'

type Props = {
  draft: string
  initial: IssuingForm
  /** Offers to leave signing to another issuer. */
  elsewhere: boolean
  review: (form: IssuingForm, signer: string) => readonly ReviewItem[]
  onSent?: (form: IssuingForm) => void
}

/** Wizard for issuing or renewing a certificate. */
export function IssueWizard({ draft, initial, elsewhere, review, onSent }: Props) {
  const { data } = useQuery(authoritiesQuery)
  const all = useMemo(() => data?.rows ?? [], [data])
  const profiles = useQuery(profilesQuery)
  const known = useMemo(() => profilesIn(profiles.data?.rows), [profiles.data])
  const advice = useMemo(
    () => (form: IssuingForm) => {
      const audience = form.issuer === '' ? form.audience : 'private'
      const issuer = authorityIn(all, form.issuer)
      return [
        ...adviceOn({ ...form, audience }, issuer),
        ...statusAdvice(issuer, 'issuer'),
        ...lengthAdvice(form),
        ...profileAdvice(form, known, issuer),
        ...(form.issuer === '' && !elsewhere ? [noIssuer] : []),
      ]
    },
    [all, known, elsewhere],
  )
  /** Drops a profile from a draft that was made when the server supported profiles. */
  const sendable = (form: IssuingForm) => (known.length > 0 ? form : { ...form, profile: '' })
  const signerOf = ({ issuer }: IssuingForm) =>
    issuer === itself ? 'Self-signed' : (authorityIn(all, issuer)?.commonName ?? 'Another issuer')
  // A renewal keeps its profile if the server has it; templates of other CAs are not profiles.
  const firstProfile = elsewhere ? (profileNamed(known, initial.profile)?.name ?? '') : defaultProfile(known)
  if (!profiles.isFetched) return <Loading />
  // Required: without the list, certificates would be issued without a profile although the server has some.
  if (profiles.data === undefined && mayPass(problemOf(profiles.error)))
    return <QueryProblem error={profiles.error} refetch={profiles.refetch} />
  return (
    <Wizard
      draft={draft}
      schema={issuingForm}
      initial={{ ...initial, profile: firstProfile }}
      steps={[
        ...(known.length > 0 ? [elsewhere ? anyProfileStep : profileStep] : []),
        ...(elsewhere ? renewSteps : newSteps),
      ]}
      secrets={issuingSecrets}
      advice={advice}
      command={opensslCommand}
      sent={(form) =>
        sentText(form.issuer === itself ? createCertificate : createRequest, toSubjectAndKey(sendable(form)))
      }
      review={(form) => review(sendable(form), signerOf(form))}
      action={elsewhere ? 'Renew' : 'Create the certificate'}
      retype={storePasswordAgain}
      look={look}
      submit={async (form) => {
        const made = await issue(sendable(form), all)
        onSent?.(form)
        return made
      }}
      problemOf={problemIn(subjectAndKeyFields)}
      Done={Done}
    />
  )
}

const IssueDone = later(async () => (await import('./IssueDone.tsx')).IssueDone)

/** Loaded separately, since it needs a certificate parser. */
const Done = (props: DoneProps<IssuingForm, Issuance>) => (
  <Suspense fallback={<Loading />}>
    <IssueDone {...props} />
  </Suspense>
)

const look = ({ commonName, issuer }: IssuingForm) =>
  issuer === itself ? <CheckForCertificate name={commonName} /> : <CheckForRequest name={commonName} />

const Store = () => <StoreFields nothing="Empty: the server default (365 days in the embedded service)." />

const noIssuer: Advice = { field: 'issuer', level: 'error', text: 'Choose an issuer.' }

const profileStepWith = (Body: Step<IssuingForm>['Body']): Step<IssuingForm> => ({
  id: stepIds.profile,
  label: 'Profile',
  fields: ['profile'],
  Body,
})
const profileStep = profileStepWith(() => <ProfileFields optional={false} />)
const anyProfileStep = profileStepWith(() => <ProfileFields optional />)
const stepsWith = (Body: Step<IssuingForm>['Body']): readonly Step<IssuingForm>[] => [
  { id: stepIds.who, label: 'Issuer', fields: ['issuer', 'audience', 'legacy'], Body },
  ...sharedSteps(Store),
]
const newSteps = stepsWith(() => <IssuerFields elsewhere={false} />)
const renewSteps = stepsWith(() => <IssuerFields elsewhere />)

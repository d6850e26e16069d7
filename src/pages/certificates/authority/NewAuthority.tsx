import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/call.ts'
import { change } from '#api/change.ts'
import { useTableKey } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { useOffers } from '#api/query.ts'
import { mayPass } from '#api/recovery.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { Permitted } from '#components/actions/Permitted.tsx'
import { KeyFields } from '#components/issuing/form/KeyFields.tsx'
import { sentText } from '#components/issuing/form/sent-text.ts'
import { CheckForCertificate } from '#components/issuing/CheckFor.tsx'
import { sendOnce } from '#components/issuing/send.ts'
import { profilesIn, profilesQuery } from '#components/issuing/profile/profiles.ts'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { problemIn, subjectAndKeyFields } from '#components/issuing/wizard-problem.ts'
import { notOffered } from '#components/offered/not-reported.ts'
import type { Output } from '#contract/endpoint.ts'
import { createAuthority, listAuthorities } from '#contract/keys/authorities.ts'
import { setAuthorityProfiles } from '#contract/keys/profiles.ts'
import { Problem } from '#contract/problem.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import type { DoneProps, Step } from '#ui/wizard/wizard.ts'
import { useNow } from '#ui/values/clock.ts'
import { Wizard } from '#ui/wizard/Wizard.tsx'
import { WizardDone } from '#ui/wizard/WizardDone.tsx'
import {
  adviceOn,
  type AuthorityForm,
  authorityForm,
  emptyAuthorityForm,
  itsOwn,
  limitsIn,
  reviewOf,
  steps as stepIds,
  toCreateAuthority,
} from './authority-form.ts'
import { IssuerStep } from './IssuerStep.tsx'
import { LimitFields } from './LimitFields.tsx'
import { NameFields } from './NameFields.tsx'
import { ProfileLimits } from './ProfileLimits.tsx'

export const handle = { crumb: 'New authority' }

/** Wizard for a new authority with its own key. */
export function Component() {
  const draft = useTableKey('new-authority')
  const offers = useOffers(createAuthority)
  const authorities = useQuery(authoritiesQuery)
  const all = useMemo(() => authorities.data?.rows ?? [], [authorities.data])
  const now = useNow()
  const advice = useMemo(() => (form: AuthorityForm) => adviceOn(form, all, now), [all, now])
  const profiles = useQuery(profilesQuery)
  const known = useMemo(() => profilesIn(profiles.data?.rows).map(({ name }) => name), [profiles.data])
  const isFirst = !all.some(({ signType }) => signType === 'signWithRoot')
  return (
    <Page title="New authority">
      <Text size="sm">
        A root, or an issuing authority below one. Keep the root for signing authorities, and use an issuing authority
        for everyday certificates. Certificates are trusted wherever the root certificate is installed.
      </Text>
      {!offers && <Notice tone="info" title={notOffered} />}
      <Permitted endpoint={createAuthority}>
        {authorities.data === undefined ? (
          <QueryState error={authorities.error} refetch={authorities.refetch} waiting />
        ) : profiles.isPending ? (
          <Loading />
        ) : profiles.data === undefined && mayPass(problemOf(profiles.error)) ? (
          // Without the list of profiles, the authority could not be limited and would issue all of them.
          <QueryProblem error={profiles.error} refetch={profiles.refetch} />
        ) : (
          <Wizard
            draft={draft}
            schema={authorityForm}
            initial={isFirst ? emptyAuthorityForm : { ...emptyAuthorityForm, issuer: '', days: '1825' }}
            advice={advice}
            steps={known.length > 0 ? [...steps, profileStep] : steps}
            sent={(form) => sentText(createAuthority, toCreateAuthority(form))}
            review={(form) => reviewOf(form, all, known)}
            action="Create authority"
            look={look}
            submit={(form) => createLimited(form, limitsIn(form, known))}
            problemOf={problemIn(fields)}
            Done={Done}
          />
        )}
      </Permitted>
    </Page>
  )
}

const steps: readonly Step<AuthorityForm>[] = [
  { id: stepIds.issuer, label: 'Issuer', fields: ['issuer'], Body: IssuerStep },
  {
    id: stepIds.name,
    label: 'Name',
    fields: ['commonName', 'organization', 'unit', 'locality', 'state', 'country'],
    Body: NameFields,
  },
  {
    id: stepIds.key,
    label: 'Key',
    fields: ['algorithm', 'rsaBits', 'curve', 'digest'],
    Body: () => <KeyFields short={false} />,
  },
  {
    id: stepIds.limits,
    label: 'Validity and path length',
    fields: ['days', 'pathLength', 'permittedNames', 'excludedNames'],
    Body: LimitFields,
  },
]
const profileStep: Step<AuthorityForm> = {
  id: stepIds.profiles,
  label: 'Profiles',
  fields: ['profiles'],
  Body: ProfileLimits,
}

type Created = Output<typeof createAuthority> & {
  limits: readonly string[]
  /** Error that prevented limiting the authority to the selected profiles. */
  unlimited?: Problem
}

/**
 * Creates an authority, then limits its profiles. If the second step fails, the authority exists, and the error is
 * returned.
 */
async function createLimited(form: AuthorityForm, limits: readonly string[]): Promise<Created> {
  const made = await sendOnce(createAuthority, toCreateAuthority(form))
  if (limits.length === 0) return { ...made, limits }
  try {
    const { rows } = await call(listAuthorities, {})
    const sha256 = rows.find(({ CertID }) => String(CertID) === String(made.Certificate_ID))?.sha256
    if (!sha256) throw new Problem('NOT_FOUND', 'The new authority is not listed', { service: 'keys' })
    await change(setAuthorityProfiles, { sha256, profiles: [...limits] })
    return { ...made, limits }
  } catch (error) {
    return { ...made, limits, unlimited: problemOf(error) }
  }
}

const fields = {
  ...subjectAndKeyFields,
  Validity: 'days',
  pathLength: 'pathLength',
  issuer: 'issuer',
  permittedNames: 'permittedNames',
  excludedNames: 'excludedNames',
} as const
const look = ({ commonName }: AuthorityForm) => <CheckForCertificate name={commonName} />

function Done({ result, form }: DoneProps<AuthorityForm, Created>) {
  const { Certificate_ID: id, commonName = form.commonName.trim(), limits, unlimited } = result
  return (
    <WizardDone
      title={`Authority ${commonName} created`}
      next={
        <>
          {form.issuer === itsOwn ? (
            <ActionLink variant="filled" to={paths.certificateAuthorities}>
              All authorities
            </ActionLink>
          ) : (
            <ActionLink variant="filled" to={paths.newCertificate}>
              New certificate
            </ActionLink>
          )}
          <ActionLink to={id === undefined ? paths.certificates : paths.certificate(String(id))}>
            {id === undefined ? 'Show in inventory' : 'Open certificate'}
          </ActionLink>
        </>
      }
    >
      {unlimited && (
        <Notice tone="warn" title="The authority issues all profiles" urgent>
          <span>
            It was created, but could not be limited to {limits.join(', ')}: {unlimited.message}. Limit it under
            Authorities.
          </span>
        </Notice>
      )}
      {!unlimited && limits.length > 0 && <Text>Limited to {limits.join(', ')}.</Text>}
      <Text size="sm" c="dimmed">
        Next: download its certificate and install it on the devices that should trust it. It can now sign requests and
        new certificates. Below a root, create an issuing authority for everyday use.
      </Text>
    </WizardDone>
  )
}

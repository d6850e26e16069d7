import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { notIssuedBy, profilesIn, profilesQuery } from '#components/issuing/profile/profiles.ts'
import { ProfilesProblem } from '#components/issuing/profile/ProfilesProblem.tsx'
import { type AnswerRow, answersQuery, authoritiesQuery } from '#components/issuing/requests-query.ts'
import {
  type Authority,
  authorityIn,
  emptySignForm,
  inChoiceOrder,
  isExternal,
  keyOf,
  toSignInput,
} from '#components/issuing/sign-form.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { toWireInput } from '#contract/http/http.ts'
import { signRequest } from '#contract/keys/requests.ts'
import type { ListedRequest } from '#contract/keys/rules/request-list.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { plansFor, requestNouns } from './request-plan.ts'

type Props = { rows: readonly ListedRequest[]; onClose: () => void }

/** Signs several requests with the same authority and the same profile or template. */
export function SignSeveral({ rows, onClose }: Props) {
  const authorities = useQuery(authoritiesQuery)
  const { data: profiles } = useQuery(profilesQuery)
  const answers = useQuery(answersQuery)
  const [key, setKey] = useState('')
  const [template, setTemplate] = useState('')
  const [profile, setProfile] = useState('')
  const all = inChoiceOrder(authorities.data?.rows ?? []).filter(({ canSign }) => canSign !== false)
  const authority = authorityIn(all, key)
  const answered = Map.groupBy(answers.data?.rows ?? [], ({ CSR_ID }) => String(CSR_ID))
  const external = isExternal(key)
  const names = profilesIn(profiles?.rows).filter(
    (one) => !one.isAuthority && authority && !notIssuedBy(authority, one.name),
  )
  const isReady = authority !== undefined && (!external || template !== '')
  return (
    <JobDialog
      title="Sign requests"
      action="Sign"
      nouns={requestNouns}
      plans={
        authorities.isFetched && answers.data !== undefined
          ? plansFor(rows, ({ CSR_ID }) => ({
              effects: [authority ? `Signed by ${authority.commonName ?? authority.caName ?? key}.` : 'Signed.'],
              refusal: answeredText(answered.get(String(CSR_ID))),
            }))
          : undefined
      }
      fields={
        <Stack gap="sm">
          <Text size="sm">
            Each certificate gets the validity stored with its request, or 365 days if none is stored. CA certificates
            are not issued here.
          </Text>
          <QueryProblem error={authorities.error} refetch={authorities.refetch} />
          <QueryProblem error={answers.error} refetch={answers.refetch} />
          {answers.data === null && (
            <NotReported what="which requests are answered">
              A request that is signed again gets another certificate.
            </NotReported>
          )}
          {authorities.data === null && (
            <NotReported what="its authorities">Sign each request on its own page.</NotReported>
          )}
          {authorities.data && all.length === 0 && <Notice tone="info" title="No authority can sign" />}
          {all.length > 0 && (
            <SelectField
              name="authority"
              label="Issuer"
              value={key}
              options={[{ value: '', label: 'Choose an issuer' }, ...all.map(optionOf)]}
              onChange={({ currentTarget }) => {
                setKey(currentTarget.value)
                setTemplate('')
                setProfile('')
              }}
            />
          )}
          {authority && external && (
            <SelectField
              name="template"
              label="Template"
              value={template}
              options={[
                { value: '', label: 'Choose a template' },
                ...(authority.templates ?? []).map((name) => ({ value: name, label: name })),
              ]}
              onChange={({ currentTarget }) => setTemplate(currentTarget.value)}
            />
          )}
          {authority && !external && (
            <ProfilesProblem without="Each request keeps its own profile, or gets the first that matches." />
          )}
          {authority && !external && names.length > 0 && (
            <SelectField
              name="profile"
              label="Profile"
              value={profile}
              options={[
                { value: '', label: 'Profile of each request, or the first that matches' },
                ...names.map(({ name }) => ({ value: name, label: name })),
              ]}
              onChange={({ currentTarget }) => setProfile(currentTarget.value)}
            />
          )}
        </Stack>
      }
      reason={!isReady && (external ? 'Choose a template.' : 'Choose an issuer.')}
      order={() => authority && orderFor(authority, template, profile)}
      onClose={onClose}
    />
  )
}

function orderFor(authority: Authority, templateName: string, profile: string) {
  const form = { ...emptySignForm, authority: keyOf(authority), templateName, profile }
  // The job inserts the id of each request.
  const { CSR_ID: _, ...input } = toWireInput(signRequest, toSignInput('0', form, [authority]))
  return {
    endpoint: signRequest,
    input,
    title: `with ${authority.commonName ?? authority.caName ?? 'an external CA'}`,
  }
}

const optionOf = (authority: Authority) => ({
  value: keyOf(authority),
  label: authority.commonName || authority.caName || 'Unnamed',
})

/** Excludes requests that already have a certificate. */
function answeredText(answers: readonly AnswerRow[] | undefined): string | undefined {
  const [newest] = answers ?? []
  return newest && `Already answered by certificate ${String(newest.CertID)}. Sign it again on its own page.`
}

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useTableKey } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { prefetch } from '#api/query.ts'
import { mayPass } from '#api/recovery.ts'
import { Permitted } from '#components/actions/Permitted.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { doubtfulNames } from '#components/issuing/names-compared.ts'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { expiryOf } from '#contract/certificate-state.ts'
import { createRequest } from '#contract/keys/requests.ts'
import { endedWords, isEnded } from '#contract/keys/rules/revocation-state.ts'
import { paths } from '#paths.ts'
import { EndedNotice } from '#ui/feedback/EndedNotice.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { certificateQuery } from '#pages/certificates/certificate-query.ts'
import { AuthorityNotice } from './AuthorityNotice.tsx'
import { IssueWizard } from './IssueWizard.tsx'
import { type Replaced, replacedQuery } from './renew-query.ts'
import { formOf, issuerOf, renewalReview } from './renewal.ts'

const idOf = (params: Record<string, string | undefined>) => params.certificate_id ?? ''

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(authoritiesQuery)
  prefetch(certificateQuery(idOf(params)))
  return prefetch(replacedQuery(idOf(params)))
}

/** Renews a certificate. */
export function Component() {
  const id = idOf(useParams())
  const { data, error, refetch } = useQuery({ ...replacedQuery(id), staleTime: Infinity })
  const authorities = useQuery(authoritiesQuery)
  const title = data ? `Renew ${data.commonName}` : 'Renew'
  const crumbs = [
    { label: 'Certificates', to: paths.certificates },
    { label: data?.commonName ?? `Certificate ${id}`, to: paths.certificate(id) },
  ]
  return (
    <Page title={title} crumbs={crumbs}>
      <Permitted endpoint={createRequest}>
        {!data ? (
          <QueryState error={error} refetch={refetch} waiting />
        ) : !authorities.isFetched ? (
          <Loading />
        ) : authorities.data === undefined && mayPass(problemOf(authorities.error)) ? (
          // Without the list, the issuer that signs the renewal could not be found.
          <QueryProblem error={authorities.error} refetch={authorities.refetch} />
        ) : (
          <Renewal key={id} id={id} replaced={data} authorities={authorities.data?.rows} />
        )}
      </Permitted>
    </Page>
  )
}

type Props = {
  id: string
  replaced: Replaced
  /** Undefined if the server does not list them. */
  authorities: Parameters<typeof issuerOf>[1] | undefined
}

function Renewal({ id, replaced, authorities }: Props) {
  const draft = useTableKey(`renew-${id}`)
  const { chain, profile } = replaced
  const [own] = chain
  const before = useMemo(
    () => own && formOf(own, issuerOf(chain, authorities ?? []), profile),
    [own, chain, authorities, profile],
  )
  if (!own || !before) return <Notice tone="warn" title="The certificate could not be read" />
  const lost = doubtfulNames(own.names)
  return (
    <>
      <Revoked id={id} />
      <Ends at={own.notAfter} />
      {own.authority && <AuthorityNotice authority={own.authority} />}
      {before.issuer === '' && (
        <Notice
          tone="info"
          title={`Issued by ${own.issuer.text}, ${authorities ? 'which cannot sign here' : 'which may be able to sign here'}`}
        >
          <span>A request with the same details will be created. Submit it to that CA, or choose another issuer.</span>
        </Notice>
      )}
      {lost.length > 0 && (
        <Notice tone="warn" title="Some of its names cannot be requested">
          <span>
            Only host names, IP addresses, email addresses and URIs can be requested. Left out: {lost.join(', ')}.
          </span>
        </Notice>
      )}
      <IssueWizard
        draft={draft}
        initial={before}
        elsewhere
        review={(form, signer) => renewalReview(form, before, signer)}
      />
    </>
  )
}

/** Revocation notice of the current certificate. The status is known only for certificates issued by this service. */
function Revoked({ id }: { id: string }) {
  const { data } = useQuery(certificateQuery(id))
  const revocation = data?.rows[0]?.revocation
  if (!revocation || !isEnded(revocation)) return null
  const { at, raw, state } = revocation
  return <EndedNotice words={endedWords(revocation)} at={at} raw={raw} held={state === 'held'} />
}

function Ends({ at }: { at: Date }) {
  const [now] = useState(Date.now)
  const { state } = expiryOf(at.toISOString(), now)
  return (
    <Text size="sm">
      The current certificate {state === 'expired' ? 'expired' : 'expires'} <Moment at={at} />.
    </Text>
  )
}

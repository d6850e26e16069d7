import { type LoaderFunctionArgs, useParams } from 'react-router'
import { prefetch } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { NotFound } from '#components/area/NotFound.tsx'
import { answersQuery, requestFileQuery, requestQuery } from '#components/issuing/requests-query.ts'
import { NoticesAbout } from '#components/notices/NoticesAbout.tsx'
import { useOpened } from '#components/recent/use-opened.ts'
import { signRequest } from '#contract/keys/requests.ts'
import { keyText, type RequestRow, storeText } from '#contract/keys/rules/request-list.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties, type Property } from '#ui/values/Properties.tsx'
import { AcmeOrder } from './acme/AcmeOrder.tsx'
import { acmeRequestsQuery, acmeServersQuery } from './acme/acme-orders-query.ts'
import { Answers } from './answers/Answers.tsx'
import { Comparison } from './compare/Comparison.tsx'
import { requestIdOf, useRequest } from './request-query.ts'
import { validityText } from './RequestColumns.tsx'
import { RequestFile } from './RequestFile.tsx'
import { SameSubject } from './SameSubject.tsx'

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(requestFileQuery(requestIdOf(params)))
  prefetch(answersQuery)
  prefetch(acmeServersQuery)
  prefetch(acmeRequestsQuery)
  return prefetch(requestQuery(requestIdOf(params)))
}

/** A signing request: its status and content. */
export function Component() {
  const id = requestIdOf(useParams())
  const { isListed, request, error, refetch } = useRequest(id)
  useOpened('Request', request && (request.DOMAIN_NAME || `Request ${id}`), paths.request(id))
  if (!isListed)
    return (
      <Page title={`Request ${id}`}>
        <QueryState error={error} refetch={refetch} waiting />
      </Page>
    )
  if (!request) return <NotThere id={id} />
  return (
    <Page
      title={request.DOMAIN_NAME || `Request ${id}`}
      actions={
        <>
          <NoticesAbout page={paths.request(id)} />
          <ActionLink endpoint={signRequest} variant="filled" to={paths.signRequest(id)}>
            Sign
          </ActionLink>
        </>
      }
    >
      <SameSubject request={request} />
      <Answers request={request} />
      <AcmeOrder id={id} />
      <Comparison request={request} />
      <Properties title="Request" items={factsOf(request)} />
      <RequestFile id={id} hasKey={request.KEYSTORE_TYPE === undefined ? undefined : request.KEYSTORE_TYPE !== ''} />
    </Page>
  )
}

const factsOf = (request: RequestRow): Property[] => [
  { label: 'Number', value: String(request.CSR_ID), copy: String(request.CSR_ID), wireName: 'CSR_ID' },
  {
    label: 'Created',
    value: <Moment at={instantOf(request.CREATED_DATE)} raw={request.CREATED_DATE} />,
    wireName: 'CREATED_DATE',
  },
  { label: 'Created by', value: request.CREATED_BY || '–', wireName: 'CREATED_BY' },
  { label: 'Key', value: keyText(request) || '–', wireName: 'KEYALGORITHM, KEY_STRENGTH' },
  {
    label: 'Key store',
    value: storeText(request),
    wireName: 'KEYSTORE_TYPE, isPassword',
    note: request.KEYSTORE_TYPE ? 'The certificate uses the same key and password.' : undefined,
  },
  {
    label: 'Validity',
    value: validityText(request),
    wireName: 'VALIDITY',
    note: 'Not part of the request. Applied when the request is signed here.',
  },
]

const NotThere = ({ id }: { id: string }) => (
  <Page title={`Request ${id}`}>
    <NotFound
      title={`Request ${id} not found`}
      hint="It may have been removed or be older than the listed requests."
      all="All requests"
      to={paths.requests}
    />
  </Page>
)

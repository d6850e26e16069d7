import { type LoaderFunctionArgs, useParams } from 'react-router'
import { prefetch } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { NotFound } from '#components/area/NotFound.tsx'
import { requestFileQuery, type RequestRow, requestsQuery } from '#components/issuing/requests-query.ts'
import { signRequest } from '#contract/keys/requests.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties, type Property } from '#ui/values/Properties.tsx'
import { requestIdOf, useRequest } from './request-query.ts'
import { keyText, storeText, validityText } from './request-words.ts'
import { RequestFile } from './RequestFile.tsx'
import { SameSubject } from './SameSubject.tsx'

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(requestFileQuery(requestIdOf(params)))
  return prefetch(requestsQuery)
}

/** One request: what the service says of it, and what it asks for. */
export function Component() {
  const id = requestIdOf(useParams())
  const { listed, request, error, refetch } = useRequest(id)
  if (!listed)
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
        <ActionLink endpoint={signRequest} variant="filled" to={paths.signRequest(id)}>
          Sign
        </ActionLink>
      }
    >
      <SameSubject request={request} all={listed.rows} />
      <Properties title="Request" items={factsOf(request)} />
      <RequestFile id={id} />
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

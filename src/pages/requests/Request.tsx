import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { prefetch } from '#api/query.ts'
import { requestFileQuery, type RequestRow, requestsQuery } from '#components/issuing/requests-query.ts'
import { signRequest } from '#contract/keys/requests.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button } from '#ui/layout/layout.ts'
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
  const may = useMay()
  if (!listed)
    return (
      <Page title={`Request ${id}`}>
        {error ? <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} /> : <Loading />}
      </Page>
    )
  if (!request) return <NotThere id={id} />
  return (
    <Page
      title={request.DOMAIN_NAME || `Request ${id}`}
      actions={
        may(signRequest.permission) && (
          <Button component={Link} to={paths.signRequest(id)}>
            Sign
          </Button>
        )
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
    <Empty
      title={`Request ${id} not found`}
      hint="It may have been removed or be older than the listed requests."
      action={
        <Button component={Link} variant="default" to={paths.requests}>
          All requests
        </Button>
      }
    />
  </Page>
)

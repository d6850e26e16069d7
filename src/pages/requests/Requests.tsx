import type { LoaderFunctionArgs } from 'react-router'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { loadBehind } from '#components/area/load-behind.ts'
import { BulkHost } from '#components/bulk/BulkHost.tsx'
import { searchedCachedList } from '#components/lists/cached-list.ts'
import { CacheAge } from '#components/lists/CacheAge.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useCachedList } from '#components/lists/use-cached-list.ts'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { findRequests } from '#contract/console/request-list.ts'
import { createRequest, listRequests } from '#contract/keys/requests.ts'
import type { ListedRequest } from '#contract/keys/rules/request-list.ts'
import { paths } from '#paths.ts'
import { Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { RequestSelection } from './bulk/RequestSelection.tsx'
import { requestColumns } from './RequestColumns.tsx'

const requests = searchedCachedList('requests', findRequests, requestColumns)

export const loader = ({ request }: LoaderFunctionArgs) => {
  loadBehind(() => import('#components/issuing/behind-lists.ts'))
  return prefetchRows(requests, request)
}

/** All signing requests of the service, newest first. */
export function Component() {
  const { table, answer, asked } = useCachedList(requests, requestColumns)
  return (
    <Page title="Requests" actions={<Actions />}>
      {answer?.onServer !== undefined && (
        <Text size="sm" component="output">
          The server has {answer.onServer.toLocaleString('en')} requests. It lists the newest only.
        </Text>
      )}
      <CacheAge endpoint={findRequests} asked={asked} />
      <BulkHost>
        <ListTable
          search="Name, number, key, created by"
          {...table}
          of={listRequests}
          caption="Requests"
          rowId={idOf}
          rowHref={hrefOf}
          nothing={{
            many: 'requests',
            one: 'request',
            hint: 'Create a signing request, or import one that was created elsewhere.',
          }}
          SelectionActions={RequestSelection}
          grid
        />
      </BulkHost>
    </Page>
  )
}

const idOf = ({ request }: ListedRequest) => String(request.CSR_ID ?? '')
const hrefOf = (row: ListedRequest) => paths.request(idOf(row))

function Actions() {
  return (
    <>
      <ActionLink endpoint={createRequest} to={paths.importRequest}>
        Import request
      </ActionLink>
      <ActionLink endpoint={createRequest} variant="filled" to={paths.newRequest}>
        New request
      </ActionLink>
    </>
  )
}

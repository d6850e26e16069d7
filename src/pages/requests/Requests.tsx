import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { prefetch } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { requestsQuery } from '#components/issuing/requests-query.ts'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useListState } from '#components/lists/use-list-state.ts'
import { searchAddress } from '#components/lists/use-searched-list.ts'
import { createRequest } from '#contract/keys/requests.ts'
import { paths } from '#paths.ts'
import { Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { requestsMatching } from './request-words.ts'
import { type ListedRequest, listed, requestColumns } from './RequestColumns.tsx'

export const loader = () => prefetch(requestsQuery)

/** Every signing request of the service, the newest first. */
export function Component() {
  const asked = useQuery(requestsQuery)
  const { data } = asked
  const list = useListState(searchAddress)
  const wanted = list.state.search
  const rows = useMemo(() => listed(data?.rows ?? []), [data])
  const found = useMemo(() => requestsMatching(rows, wanted), [rows, wanted])
  const { total } = data ?? {}
  return (
    <Page title="Requests" actions={<Actions />}>
      <FilterBar of={list} placeholder="Name, number, key, created by" />
      {total !== undefined && total > rows.length && (
        <Text size="sm" component="output">
          The server has {total.toLocaleString('en')} requests. Showing the newest {rows.length.toLocaleString('en')}.
        </Text>
      )}
      <ListTable
        asked={asked}
        caption="Requests"
        rows={found}
        columns={requestColumns}
        rowId={idOf}
        rowHref={hrefOf}
        empty={
          <NothingListed
            of={list}
            many="requests"
            hint="Create a signing request, or import one that was created elsewhere."
          />
        }
        grid
        name="requests"
        state={list}
        exportAs="requests"
      />
    </Page>
  )
}

const idOf = ({ CSR_ID }: ListedRequest) => String(CSR_ID ?? '')
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

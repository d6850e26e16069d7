import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { problemOf } from '#api/problem-of.ts'
import { prefetch } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { useMay } from '#api/use-may.ts'
import { requestsQuery } from '#components/issuing/requests-query.ts'
import { csvText } from '#contract/csv.ts'
import { createRequest } from '#contract/keys/requests.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button, Group, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useAddress } from '#ui/table/address.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { requestsMatching } from './request-words.ts'
import { type ListedRequest, listed, requestColumns } from './RequestColumns.tsx'

export const loader = () => prefetch(requestsQuery)

/** Every signing request of the service, the newest first. */
export function Component() {
  const [address, changeAddress] = useAddress()
  const storageKey = useTableKey('requests')
  const { data, error, refetch } = useQuery(requestsQuery)
  const wanted = address.get('search') ?? ''
  const rows = useMemo(() => listed(data?.rows ?? []), [data])
  const found = useMemo(() => requestsMatching(rows, wanted), [rows, wanted])
  const search = (text: string) =>
    changeAddress(
      (now) => {
        if (text) now.set('search', text)
        else now.delete('search')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  const { total } = data ?? {}
  return (
    <Page title="Requests" actions={<Actions />}>
      <Group>
        <SearchField value={wanted} onChange={search} placeholder="Name, number, key, created by" />
      </Group>
      {total !== undefined && total > rows.length && (
        <Text size="sm" component="output">
          The server has {total.toLocaleString('en')} requests. Showing the newest {rows.length.toLocaleString('en')}.
        </Text>
      )}
      <DataTable
        caption="Requests"
        rows={found}
        columns={requestColumns}
        rowId={idOf}
        rowHref={hrefOf}
        loading={!data && !error}
        problem={error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
        empty={
          rows.length > 0 ? (
            <Empty title="No matching requests" hint={`No request contains “${wanted}”.`} />
          ) : (
            <Empty title="No requests yet" hint="Create a signing request, or import one that was created elsewhere." />
          )
        }
        grid
        storageKey={storageKey}
        address={[address, changeAddress]}
        csv={{ name: 'requests', write: csvText }}
      />
    </Page>
  )
}

const idOf = ({ CSR_ID }: ListedRequest) => String(CSR_ID ?? '')
const hrefOf = (row: ListedRequest) => paths.request(idOf(row))

function Actions() {
  const may = useMay()
  if (!may(createRequest.permission))
    return <Text size="sm">Creating requests requires {createRequest.permission}.</Text>
  return (
    <>
      <Button component={Link} to={paths.importRequest} variant="default">
        Import request
      </Button>
      <Button component={Link} to={paths.newRequest}>
        New request
      </Button>
    </>
  )
}

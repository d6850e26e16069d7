import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import * as z from 'zod'
import { problemOf } from '#api/problem-of.ts'
import { prefetch, query } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { type AuditEntry, exportedAtMost, listAudit } from '#contract/console/audit.ts'
import { useAddress } from '#ui/address.ts'
import { useNow } from '#ui/clock.ts'
import { DataTable, type ServerPage } from '#ui/DataTable.tsx'
import { Text } from '#ui/layout.ts'
import { Page } from '#ui/Page.tsx'
import { ProblemPanel } from '#ui/ProblemPanel.tsx'
import { keepColumns } from '#ui/table/table-address.ts'
import { type AuditSearch, auditSearch, changed, filterOf, toListInput } from './audit-search.ts'
import { useAuditActions } from './AuditActions.tsx'
import { auditColumns } from './AuditColumns.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { NoEntries } from './NoEntries.tsx'

const entriesMatching = (search: AuditSearch, now: number) => query(listAudit, toListInput(search, now))
const searchIn = (address: URLSearchParams) => z.decode(auditSearch, address)

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(entriesMatching(searchIn(new URL(request.url).searchParams), Date.now()))
export const handle = { crumb: 'Audit' }

/** What was done through this console. Only who administers it may look. */
export function Component() {
  const [address, changeAddress] = useAddress()
  const storageKey = useTableKey('audit')
  const search = searchIn(address)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...entriesMatching(search, useNow()),
    placeholderData: keepPreviousData,
  })
  const { buttons, outcome } = useAuditActions(() => filterOf(search, Date.now()))
  const show = (change: Partial<AuditSearch>, replace = false) =>
    changeAddress((now) => keepColumns(now, z.encode(auditSearch, changed(searchIn(now), change))), {
      replace,
      preventScrollReset: replace,
    })

  const problem = error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />
  if (error && problemOf(error).code === 'FORBIDDEN') return <Page title="Audit">{problem}</Page>
  return (
    <Page title="Audit" actions={buttons}>
      {outcome}
      <AuditFilters search={search} onChange={show} />
      {data && data.total > exportedAtMost && <OnlyTheNewest total={data.total} />}
      <DataTable
        caption="Audit"
        rows={data?.entries ?? none}
        columns={auditColumns}
        rowId={idOf}
        total={data?.total}
        server={paging(search, show)}
        loading={!data && !error}
        stale={isPlaceholderData}
        problem={problem}
        empty={<NoEntries search={search} total={data?.total} onChange={show} />}
        grid
        storageKey={storageKey}
        address={[address, changeAddress]}
      />
    </Page>
  )
}

const none: AuditEntry[] = []
const idOf = ({ id }: AuditEntry) => String(id)

const OnlyTheNewest = ({ total }: { total: number }) => (
  <Text size="sm" c="dimmed">
    {`A file holds the newest ${exportedAtMost.toLocaleString('en')} of these ${total.toLocaleString('en')} entries. A shorter period gives the others.`}
  </Text>
)

const paging = (search: AuditSearch, show: (change: Partial<AuditSearch>) => void): ServerPage => ({
  offset: (search.page - 1) * search.size,
  limit: search.size,
  onChange: ({ offset = 0, limit = search.size }) => show({ page: Math.floor(offset / limit) + 1, size: limit }),
})

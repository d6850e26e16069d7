import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import * as z from 'zod'
import { problemOf } from '#api/problem-of.ts'
import { prefetch, query } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { type AuditEntry, listAudit } from '#contract/console/audit.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useAddress } from '#ui/table/address.ts'
import { DataTable, type ServerPage } from '#ui/table/DataTable.tsx'
import { keepColumns } from '#ui/table/state/table-address.ts'
import { useNow } from '#ui/values/clock.ts'
import { type AuditSearch, auditSearch, changed, filterOf, toListInput } from './audit-search.ts'
import { useAuditActions } from './AuditActions.tsx'
import { auditColumns } from './AuditColumns.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditGaps } from './AuditGaps.tsx'
import { NoEntries } from './NoEntries.tsx'

const entriesMatching = (search: AuditSearch, now: number) => query(listAudit, toListInput(search, now))
const searchIn = (address: URLSearchParams) => z.decode(auditSearch, address)

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(entriesMatching(searchIn(new URL(request.url).searchParams), Date.now()))
export const handle = { crumb: 'Audit' }

/** What was done through this console, and in key management itself. Only who administers it may look. */
export function Component() {
  const [address, changeAddress] = useAddress()
  const storageKey = useTableKey('audit')
  const search = searchIn(address)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...entriesMatching(search, useNow()),
    placeholderData: keepPreviousData,
  })
  const { buttons, outcome } = useAuditActions(search.source, () => filterOf(search, Date.now()))
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
      {data && <AuditGaps found={data} onRetry={() => void refetch()} />}
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
        empty={<NoEntries search={search} found={data} onChange={show} />}
        grid
        storageKey={storageKey}
        address={[address, changeAddress]}
      />
    </Page>
  )
}

const none: AuditEntry[] = []
/** Only a server that gives no numbers leaves the rest to tell its entries apart. */
const idOf = ({ source, id, at, action, description }: AuditEntry) =>
  id === undefined ? JSON.stringify([source, at, action, description]) : `${source} ${id}`

const paging = (search: AuditSearch, show: (change: Partial<AuditSearch>) => void): ServerPage => ({
  offset: (search.page - 1) * search.size,
  limit: search.size,
  onChange: ({ offset = 0, limit = search.size }) => show({ page: Math.floor(offset / limit) + 1, size: limit }),
})

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { prefetch, query } from '#api/query.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { serverPage, useListState } from '#components/lists/use-list-state.ts'
import { type AuditEntry, listAudit } from '#contract/console/audit.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { serverNow, useNow } from '#ui/values/clock.ts'
import { type AuditSearch, auditSearch, filterOf, toListInput } from './audit-search.ts'
import { useAuditActions } from './AuditActions.tsx'
import { auditColumns } from './AuditColumns.tsx'
import { AuditFilterDetails, AuditFilters } from './AuditFilters.tsx'
import { AuditGaps, whileGaps } from './AuditGaps.tsx'
import { NoEntries } from './NoEntries.tsx'

const entriesMatching = (search: AuditSearch, now: number) => query(listAudit, toListInput(search, now))

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(entriesMatching(auditSearch.read(new URL(request.url).searchParams), serverNow()))
export const handle = { crumb: 'Audit' }

/** Audit log of this console and of key management, for administrators. */
export function Component() {
  const list = useListState(auditSearch)
  const search = list.state
  const asked = useQuery({
    ...entriesMatching(search, useNow()),
    placeholderData: keepPreviousData,
    refetchInterval: whileGaps,
  })
  const { data, error } = asked
  const refetch = () => void asked.refetch()
  const { buttons, outcome } = useAuditActions(search.source, () => filterOf(search, serverNow()))

  if (error && problemOf(error).code === 'FORBIDDEN') {
    return (
      <Page title="Audit">
        <ProblemPanel problem={problemOf(error)} onRetry={refetch} />
      </Page>
    )
  }
  return (
    <Page title="Audit" actions={buttons}>
      {outcome}
      <AuditFilterDetails of={list} />
      {data && <AuditGaps found={data} onRetry={refetch} />}
      <ListTable
        asked={asked}
        filterBar={<AuditFilters of={list} />}
        caption="Audit"
        rows={data?.entries ?? none}
        columns={auditColumns}
        rowId={idOf}
        total={data?.total}
        server={serverPage(list)}
        empty={<NoEntries of={list} found={data} />}
        grid
        name="audit"
        state={list}
      />
    </Page>
  )
}

const none: AuditEntry[] = []
/** Row key. Entries without an id are identified by their content. */
const idOf = ({ source, id, at, action, description }: AuditEntry) =>
  id === undefined ? JSON.stringify([source, at, action, description]) : `${source} ${id}`

import { type ReactNode, Suspense } from 'react'
import { useTableKey } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { csvText } from '#contract/csv.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ServiceName } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { later } from '#ui/layout/later.ts'
import { Stack, Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { TableProps } from '#ui/table/table-props.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { FilterBar } from './FilterBar.tsx'
import { type ListRequest, useCachedRows } from './cached-rows.ts'
import type { AnyState } from './list-address.ts'
import type { EmptyTexts } from './EmptyList.tsx'
import type { ListState } from './use-list-state.ts'

const EmptyList = later(async () => (await import('./EmptyList.tsx')).EmptyList)

type Hidden = 'empty' | 'loading' | 'stale' | 'rowsOf' | 'problem' | 'storageKey' | 'address'
type Props<T, S extends AnyState> = Omit<TableProps<T>, Hidden> & {
  asked: ListRequest
  /** Waits for other data as well. */
  waiting?: boolean
  /** Name of the CSV file; enables the export of all rows. */
  exportAs?: string
  /** Endpoint of the list, to explain if the server does not offer it. */
  of?: Endpoint
  /** Text shown above an error. */
  about?: string
  /** Storage key for the settings of the table. */
  name?: string
  /** The list's state in the URL. */
  state?: ListState<S>
  /** Placeholder of the search; the list then has no other filters. */
  search?: string
  /** Empty state: derived from the list's state, or `empty` as given. */
  nothing?: EmptyTexts
  empty?: ReactNode
}

/** Result of checking whether the server applied filters, sorting and paging. */
type Checked = { unmet?: string[]; isCorrected?: boolean }

const Unmet = later(async () => (await import('./checked/Unmet.tsx')).Unmet)

/** Table of a query with its states: loading, failed (with earlier rows if available), stale, empty or loaded. */
export function ListTable<T, S extends AnyState>({
  asked,
  waiting = false,
  exportAs,
  of: endpoint,
  about,
  name,
  state,
  search,
  nothing,
  empty,
  ...table
}: Props<T, S>) {
  const storageKey = useTableKey(name ?? '')
  const { data, error, isPlaceholderData, refetch } = asked
  const { rows, total, readAt, rowsOf } = useCachedRows({
    asked,
    rows: table.rows,
    total: table.total,
    server: table.server,
    state: state?.state,
  })
  const problem = error && (
    <Stack gap="xs">
      {about && <Text size="sm">{about}</Text>}
      {endpoint ? (
        <PartProblem error={error} of={endpoint} onRetry={refetch} />
      ) : (
        <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />
      )}
      {rows.length > 0 && readAt ? (
        <Text size="sm">
          These rows {rowsOf && `are from page ${Math.floor(rowsOf.offset / rowsOf.limit) + 1} and `}were loaded{' '}
          <Moment at={new Date(readAt)} />.
        </Text>
      ) : null}
    </Stack>
  )
  const { unmet = [], isCorrected = false } = (isPlaceholderData ? undefined : (data as Checked | undefined)) ?? {}
  // Marks a column as sorted only if the rows are.
  const server =
    unmet.includes('sort') && !isCorrected && table.server ? { ...table.server, sort: undefined } : table.server
  const list = (
    <DataTable
      csv={exportAs === undefined ? undefined : { name: exportAs, write: csvText }}
      {...table}
      server={server}
      filterBar={search && state ? <FilterBar of={state} placeholder={search} /> : table.filterBar}
      empty={
        nothing && state ? (
          <Suspense>
            <EmptyList of={state} total={table.total} {...nothing} />
          </Suspense>
        ) : (
          empty
        )
      }
      rows={rows}
      total={total}
      rowsOf={rowsOf}
      loading={(!data && !error) || waiting}
      stale={isPlaceholderData}
      problem={problem}
      storageKey={name === undefined ? undefined : storageKey}
      address={state?.address}
    />
  )
  // The table keeps its place in the tree with and without the notice, so that the search field keeps the focus.
  return (
    <>
      {unmet.length > 0 && endpoint && (
        <Suspense>
          <Unmet
            unmet={unmet}
            isCorrected={isCorrected}
            count={rows.length}
            service={endpoint.id.split('.')[0] as ServiceName}
          />
        </Suspense>
      )}
      {list}
    </>
  )
}

import type { Problem } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { TableProps } from '#ui/table/table-props.ts'

type Listed = 'rows' | 'total' | 'server' | 'loading' | 'stale' | 'storageKey' | 'address' | 'csv'
type Given = 'caption' | 'columns' | 'rowId' | 'rowHref' | 'empty' | 'SelectionActions'
type Props<T> = Pick<TableProps<T>, Given> & {
  /** What `useServerList` gives. */
  list: Pick<TableProps<T>, Listed> & { problem: Problem | undefined; retry: () => void }
}

/** The table of a list that its server pages. */
export function ServerTable<T>({ list, ...props }: Props<T>) {
  const { rows, total, server, loading, stale, problem, retry, storageKey, address, csv } = list
  return (
    <DataTable
      {...{ rows, total, server, loading, stale, storageKey, address, csv }}
      {...props}
      problem={problem && <ProblemPanel problem={problem} onRetry={retry} />}
      grid
    />
  )
}

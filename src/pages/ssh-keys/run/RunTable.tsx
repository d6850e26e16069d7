import type { ReactNode } from 'react'
import type { Outcomes } from '#components/bulk/each-item.ts'
import { RunResult } from '#components/bulk/RunResult.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { type Account, idOf } from './account.ts'

type Props<A extends Account> = {
  rows: readonly A[]
  /** What is told of each before anything is done. */
  columns: readonly Column<A>[]
  outcomes: Outcomes
  empty: ReactNode
}

/** Accounts, and what became of each. */
export function RunTable<A extends Account>({ rows, columns, outcomes, empty }: Props<A>) {
  return (
    <DataTable
      caption="Accounts"
      rows={rows}
      columns={[...accountColumns<A>(), ...columns, resultColumn(outcomes)]}
      rowId={idOf}
      empty={empty}
    />
  )
}

const accountColumns = <A extends Account>() => {
  const { text } = columnsOf<A>({ priority: 1, sortable: true })
  return [
    text('host', 'Host', ({ resourceName }) => resourceName, { width: '17%' }),
    text('user', 'User', ({ userName }) => userName, { width: '10%' }),
  ]
}

const resultColumn = <A extends Account>(outcomes: Outcomes): Column<A> => ({
  id: 'result',
  header: 'Result',
  priority: 1,
  width: '31%',
  cell: (account) => <RunResult outcome={outcomes.get(idOf(account))} />,
})

import { useMemo, useRef, useState } from 'react'
import { saveCsv, usualLimit } from './selection/csv-export.ts'
import { isSelected } from './selection/selection.ts'
import type { Selected } from './selection/SelectionBar.tsx'
import { useJob } from './selection/use-job.ts'
import { useSelection } from './selection/use-selection.ts'
import { newWalk, rowsAtHand } from './state/all-rows.ts'
import { placed } from './state/placed.ts'
import { matchingScope } from './state/table-address.ts'
import { type TableLayout, withMoved, withWidth } from './state/table-layout.ts'
import { useRowModel } from './state/use-row-model.ts'
import { useTableState } from './state/use-table-state.ts'
import type { TableProps } from './table-props.ts'
import { useGrid } from './use-grid.ts'

/** What the parts of a table share: how it stands, its rows, what is chosen, and work on all of them. */
export function useDataTable<T>(props: TableProps<T>) {
  const { rows, columns, rowId, total, server, address, storageKey, SelectionActions, csv } = props
  const element = useRef<HTMLTableElement>(null)
  const kept = useTableState({ columns, server, address, storageKey })
  const [resizing, setResizing] = useState<TableLayout>()
  const state = resizing ? { ...kept, layout: resizing } : kept
  const { sorts, filters, shown, layout, isUsual } = state
  const shownRows = useRowModel({ rows, columns, rowId, sorts, filters, ready: server !== undefined })
  const matching = server ? total : shownRows.length

  const scope = (address ? matchingScope(address[0]) : '') + JSON.stringify(filters)
  const chosen = useSelection({ rows: shownRows, matching, scope })
  const selection = SelectionActions && chosen
  const choose = selection && ((index: number) => shownRows.slice(index, index + 1).forEach(selection.toggle))
  const view = JSON.stringify([scope, sorts, server?.offset, server?.limit])
  const grid = useGrid({ table: element, rows: shownRows.length, view, onSelect: choose })

  const hasSelection = selection !== undefined
  const [main] = columns
  const placedColumns = useMemo(
    () => placed({ shown, main, layout, isUsual, hasSelection }),
    [shown, main, layout, isUsual, hasSelection],
  )

  /** The layout with every width as it came out on the screen; cards have none. */
  const measured = (): TableLayout => {
    const heads = [...(element.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
    if (!heads.every((head) => head.checkVisibility({ visibilityProperty: true }))) return kept.layout
    const widths = heads.map((head) => [head.dataset.column ?? '', head.offsetWidth] as const)
    return { ...kept.layout, widths: { ...kept.layout.widths, ...Object.fromEntries(widths) } }
  }
  const resize = (id: string, widthPx: number, done: boolean) => {
    const next = withWidth(resizing ?? measured(), id, widthPx)
    setResizing(done ? undefined : next)
    if (done) kept.setLayout(next)
  }
  const move = (id: string, to: string) => kept.setLayout(withMoved(columns, kept.layout, id, to))

  const pageOf = server && csv?.pageOf
  const jobs = useJob({ pageOf, limit: csv?.limit ?? usualLimit, rowId })
  const startWith = (all: boolean) => (all && pageOf ? newWalk<T>() : rowsAtHand(shownRows.map(rowOf), rowId))
  const exportAll = () => void jobs.start({ title: 'Export', use: save }, startWith(true))
  const save = (rows: readonly T[]) => csv && saveCsv(csv, shown, rows)
  const withRows = (title: string, use: (rows: readonly T[]) => void | Promise<void>) => {
    const { selection } = chosen
    if (!selection.all) return void jobs.start({ title, use }, rowsAtHand(chosen.seenRows(), rowId))
    return void jobs.start({ title, use }, startWith(true), (id) => isSelected(selection, id))
  }
  const selected: Selected<T> = { selection: chosen.selection, count: chosen.count, withRows }

  return {
    element,
    state,
    shownRows,
    matching,
    selection,
    selected,
    grid: props.grid ? grid : undefined,
    placedColumns,
    measured,
    arrange: storageKey === undefined ? undefined : { move, resize },
    jobs,
    exportAll: server && !pageOf ? undefined : exportAll,
    exportSelected: () => withRows('Export', save),
    /** Whether "all that match" means something here, and its rows can be had. */
    offersEverything: pageOf !== undefined && address !== undefined,
  }
}

export type DataTableState<T> = ReturnType<typeof useDataTable<T>>

const rowOf = <T>({ original }: { original: T }) => original

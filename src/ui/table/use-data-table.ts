import { useMemo, useRef, useState } from 'react'
import { further } from './further.ts'
import { isSelected } from './selection/selection.ts'
import type { Selected } from './selection/SelectionBar.tsx'
import { useRowWork, type Work } from './selection/use-row-work.ts'
import { useSelection } from './selection/use-selection.ts'
import { newWalk, rowsAtHand, defaultLimit } from './state/all-rows.ts'
import { placed } from './state/placed.ts'
import { matchingScope } from './state/table-address.ts'
import { type TableLayout, withMoved, withWidth } from './state/table-layout.ts'
import type { ViewProps } from './table-props.ts'
import { useGrid } from './use-grid.ts'

/** State shared by the parts of a table: layout, visible rows, selection, and actions on all rows. */
export function useDataTable<T>(props: ViewProps<T>) {
  const { rows, columns, rowId, total, stale, server, address, storageKey, SelectionActions, csv, kept, shownRows } =
    props
  const element = useRef<HTMLTableElement>(null)
  const [resizing, setResizing] = useState<TableLayout>()
  const state = resizing ? { ...kept, layout: resizing } : kept
  const { sorts, filters, shown, layout, isDefault } = state
  const matching = server ? total : shownRows.length

  const scope = (address ? matchingScope(address[0]) : '') + JSON.stringify(filters)
  const isPaged = server !== undefined
  const known = useMemo(
    () => (isPaged || SelectionActions === undefined ? undefined : new Set(rows.map(rowId))),
    // oxlint-disable-next-line react/exhaustive-deps -- a new rowId returns the same ids for the same rows
    [isPaged, SelectionActions, rows],
  )
  const chosen = useSelection({ rows: shownRows, known, matching, scope })
  const selection = SelectionActions && chosen
  const choose = selection && ((index: number) => shownRows.slice(index, index + 1).forEach(selection.toggle))
  const view = JSON.stringify([scope, sorts, server?.offset, server?.limit])
  const grid = useGrid({ table: element, rows: shownRows.length, view, onSelect: choose })

  const hasSelection = selection !== undefined
  const [main] = columns
  const placedColumns = useMemo(
    () => placed({ shown, main, layout, isDefault, hasSelection }),
    [shown, main, layout, isDefault, hasSelection],
  )

  /** The layout with the measured width of every column, except on phones, whose cards have no columns. */
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
  const jobs = useRowWork({ pageOf, limit: csv?.limit ?? defaultLimit, rowId })
  const startWith = (all: boolean) => (all && pageOf ? newWalk<T>() : rowsAtHand(shownRows.map(rowOf), rowId))
  const saving: Work<T> = {
    title: 'Export',
    tellsEnd: true,
    use: async (rows) => {
      const { saveCsv } = await import('./selection/csv-export.ts').catch(() => {
        throw new Error('Part of this page could not be loaded')
      })
      for (const { prepare } of shown) await prepare?.(rows)
      if (csv) saveCsv(csv, shown, rows)
    },
  }
  const exportHere = () => void jobs.start(saving, startWith(true))
  const exportAll = () => (further.take ? further.take(csv, shown, total, stale, exportHere) : exportHere())
  const withSelected = (work: Work<T>) => {
    const { selection } = chosen
    if (!selection.all) return void jobs.start(work, rowsAtHand(chosen.seenRows(), rowId))
    return void jobs.start(work, startWith(true), (id) => isSelected(selection, id))
  }
  const selected: Selected<T> = {
    selection: chosen.selection,
    count: chosen.count,
    withRows: (title, use) => withSelected({ title, use }),
    deselect: chosen.deselect,
  }

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
    exportSelected: () => withSelected(saving),
    /**
     * Whether "all that match" can be offered: the rows can be loaded page by page, and the URL determines which match.
     */
    offersEverything: pageOf !== undefined && address !== undefined,
  }
}

export type DataTableState<T> = ReturnType<typeof useDataTable<T>>

const rowOf = <T>({ original }: { original: T }) => original

import { later } from '#ui/layout/later.ts'
import { Skeleton } from '@mantine/core'
import { type KeyboardEvent, Suspense, useCallback, useState } from 'react'
import { localTable } from './rows-here.ts'
import { TabStop } from './tab-stop.ts'
import { isSelected } from './selection/selection.ts'
import type { SelectionState } from './selection/use-selection.ts'
import type { Placed } from './state/placed.ts'
import type { TableLayout } from './state/table-layout.ts'
import type { TableRow as Shown } from './state/use-row-model.ts'
import classes from './table.module.css'
import { TableRow } from './TableRow.tsx'
import type { Grid } from './use-grid.ts'

/** Tables with more rows, or cards on phones, are virtualized: only the visible rows are in the document. */
const maxRows = () => (innerWidth < 768 ? 100 : 500)
const VirtualLater = later(async () => (await import('./VirtualRows.tsx')).VirtualRows)

type Props<T> = {
  rows: readonly Shown<T>[]
  columns: readonly Placed<T>[]
  rowHref: ((row: T) => string) | undefined
  /** Offset of the first row within the list. */
  offset: number
  density: TableLayout['density']
  region: HTMLElement | null
  selection: SelectionState<T> | undefined
  grid: Grid | undefined
}

export function TableBody<T>({ rows, columns, rowHref, offset, density, region, selection, grid }: Props<T>) {
  // Memoized: the virtualizer recomputes the position of every row when the function changes.
  const keyOf = useCallback((index: number) => rows[index]?.id ?? '', [rows])
  // Constant for the lifetime of the table: another component would render all rows again.
  const [VirtualRows] = useState(() => localTable().VirtualRows ?? VirtualLater)
  const rowAt = (index: number, measure?: (row: HTMLTableRowElement | null) => void) => {
    const row = rows[index]
    if (!row) return null
    return (
      <TableRow
        key={row.id}
        row={row}
        columns={columns}
        rowHref={rowHref}
        index={index}
        // The header is row 1.
        ariaIndex={offset + index + 2}
        selected={selection && isSelected(selection.selection, row.id)}
        onSelect={selection?.toggle}
        isGrid={grid !== undefined}
        stop={grid?.active.row === index ? grid.active.column : undefined}
        measure={measure}
      />
    )
  }
  return (
    <TabStop value={grid && -1}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of its links */}
      <tbody onKeyDown={grid ? undefined : moveBetweenRows}>
        {rows.length <= maxRows() ? (
          rows.map((_, index) => rowAt(index))
        ) : (
          <Suspense fallback={<Skeletons columns={columns} hasSelection={selection !== undefined} />}>
            <VirtualRows
              count={rows.length}
              {...{ region, keyOf, density, rowAt }}
              kept={grid && grid.active.row >= 0 ? grid.active.row : undefined}
            />
          </Suspense>
        )}
      </tbody>
    </TabStop>
  )
}

const skeletonRows = Array.from({ length: 12 }, (_, row) => row)

type SkeletonProps<T> = Pick<Props<T>, 'columns'> & { hasSelection: boolean }

export const SkeletonRows = <T,>(props: SkeletonProps<T>) => (
  <tbody>
    <Skeletons {...props} />
  </tbody>
)

const Skeletons = <T,>({ columns, hasSelection }: SkeletonProps<T>) =>
  skeletonRows.map((row) => (
    <tr key={row}>
      {hasSelection && <td className={classes.select} aria-label="Loading" />}
      {columns.map(({ column, priority }, at) => (
        <td key={column.id} data-priority={priority}>
          <Skeleton height={12} width={`${85 - ((row * 7 + at * 23) % 50)}%`} radius="sm" />
        </td>
      ))}
    </tr>
  ))

/** Arrow keys move between the links of adjacent rows, so that users need not press Tab for every row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLAnchorElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-main] > a')]
  const next = links[links.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

import type { Sort } from './column.ts'
import { HeadCell } from './HeadCell.tsx'
import { type DragOrder, useDragOrder } from './panels/drag-order.ts'
import type { SelectionState } from './selection/use-selection.ts'
import { type Placed, selectPinned } from './state/placed.ts'
import classes from './table.module.css'

export type HeadProps<T> = {
  columns: readonly Placed<T>[]
  sorts: readonly Sort[]
  /** `besides`: adds the column to the current sort order instead of replacing it. */
  onSort: (id: string, besides: boolean) => void
  /** Set if columns can be moved and resized. */
  arrange?: {
    move: (id: string, to: string) => void
    /** Called repeatedly while dragging, and with `done` on release. */
    resize: (id: string, widthPx: number, done: boolean) => void
  }
  selection?: SelectionState<T>
  selectAllLabel: string
  /** Rows are loading or about to be replaced: selecting all of them is disabled. */
  isBusy: boolean
  /** In a grid: the column of the header cell in the tab order, if any. */
  stop: number | undefined
  isGrid: boolean
}

export function TableHead<T>({
  selection,
  selectAllLabel,
  isBusy,
  columns,
  isGrid,
  stop,
  arrange,
  ...head
}: HeadProps<T>) {
  const drag: DragOrder = useDragOrder((id, to) => arrange?.move(id, to))
  const first = selection ? 1 : 0
  const anyPinned = columns.some(({ pinned }) => pinned)
  const tabIndexOf = (at: number) => (isGrid ? (at === stop ? 0 : -1) : undefined)
  return (
    <thead>
      <tr data-row={-1} aria-rowindex={1}>
        {selection && (
          <th scope="col" className={classes.select} style={anyPinned ? selectPinned : undefined}>
            <label className={classes.tick}>
              <input
                type="checkbox"
                aria-label={selectAllLabel}
                tabIndex={tabIndexOf(0)}
                disabled={isBusy}
                checked={selection.here === 'all'}
                ref={(box) => {
                  if (box) box.indeterminate = selection.here === 'some'
                }}
                onChange={selection.toggleHere}
              />
            </label>
          </th>
        )}
        {columns.map((column, at) => (
          <HeadCell
            key={column.column.id}
            {...head}
            placed={column}
            tabIndex={tabIndexOf(at + first)}
            drag={arrange && drag}
            onResize={arrange?.resize}
          />
        ))}
      </tr>
    </thead>
  )
}

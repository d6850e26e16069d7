import { memo, type Ref } from 'react'
import { Link } from 'react-router'
import { textOf } from './column.ts'
import { held } from './held.ts'
import { type Placed, selectPinned } from './state/placed.ts'
import type { TableRow as Shown } from './state/use-row-model.ts'
import classes from './table.module.css'

export type RowProps<T> = {
  row: Shown<T>
  columns: readonly Placed<T>[]
  rowHref: ((row: T) => string) | undefined
  /** Index among the rows of this page. */
  index: number
  /** One-based index among all rows, including the header (`aria-rowindex`). */
  ariaIndex: number
  selected: boolean | undefined
  onSelect: ((row: Shown<T>) => void) | undefined
  isGrid: boolean
  /** In a grid: the column of the cell in the tab order, if it is in this row. */
  stop: number | undefined
  measure: Ref<HTMLTableRowElement> | undefined
}

/** Memoized: scrolling and arrow keys must not render all other rows again. */
export const TableRow = memo(Row) as typeof Row

function Row<T>(props: RowProps<T>) {
  const { row, columns, rowHref, index, ariaIndex, selected, onSelect, isGrid, stop, measure } = props
  const first = onSelect ? 1 : 0
  const tabIndexOf = (at: number) => (isGrid ? (at === stop ? 0 : -1) : undefined)
  const main = columns.find(({ isMain }) => isMain)?.column
  return (
    <tr
      ref={measure}
      data-index={index}
      data-row={index}
      data-selected={selected || undefined}
      aria-rowindex={ariaIndex}
      aria-selected={isGrid ? selected : undefined}
    >
      {onSelect && (
        <td className={classes.select} style={columns[0]?.pinned && selectPinned}>
          <label className={classes.tick}>
            <input
              type="checkbox"
              aria-label={`Select ${(main && textOf(main, row.original)) ?? row.id}`}
              tabIndex={tabIndexOf(0)}
              checked={selected}
              onChange={() => onSelect(row)}
            />
          </label>
        </td>
      )}
      {columns.map(({ column, isMain, pinned, priority }, at) => {
        const href = isMain ? rowHref?.(row.original) : undefined
        const tabIndex = tabIndexOf(at + first)
        return (
          <td
            key={column.id}
            data-label={column.header}
            data-align={column.align}
            data-priority={priority}
            data-main={isMain || undefined}
            data-pinned={pinned && true}
            style={pinned}
            tabIndex={href === undefined ? tabIndex : undefined}
          >
            {href === undefined ? (
              held(column.cell(row.original))
            ) : (
              <Link to={href} className={classes.link} tabIndex={tabIndex}>
                {held(column.cell(row.original))}
              </Link>
            )}
          </td>
        )
      })}
    </tr>
  )
}

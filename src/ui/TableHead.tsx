import type { Column, Sort } from './column.ts'
import classes from './DataTable.module.css'
import { IconArrowDown, IconArrowUp, IconSelector } from './icons.ts'

type Props<T> = { columns: readonly Column<T>[]; sort: Sort | undefined; onSort: (sort: Sort) => void }

export function TableHead<T>({ columns, sort, onSort }: Props<T>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            sorted={sort?.id === column.id ? sort : undefined}
            onSort={onSort}
          />
        ))}
      </tr>
    </thead>
  )
}

type CellProps<T> = { column: Column<T>; sorted: Sort | undefined; onSort: (sort: Sort) => void }

function HeadCell<T>({ column: { id, header, sortable, align, priority }, sorted, onSort }: CellProps<T>) {
  if (!sortable) {
    return (
      <th scope="col" data-align={align} data-priority={priority}>
        {header}
      </th>
    )
  }
  const descending = sorted?.descending === true
  const Shape = !sorted ? IconSelector : descending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      data-align={align}
      data-priority={priority}
      aria-sort={!sorted ? 'none' : descending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort({ id, descending: sorted !== undefined && !descending })}
      >
        <span>{header}</span>
        <Shape size={14} aria-hidden />
      </button>
    </th>
  )
}

import type { Column, Sort } from './column.ts'
import classes from './DataTable.module.css'
import { IconArrowDown, IconArrowUp, IconSelector } from './icons.ts'

type Props<T> = { columns: readonly Column<T>[]; sort: Sort | undefined; onSort: (id: string) => void }

export function TableHead<T>({ columns, sort, onSort }: Props<T>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, header, sortable, align, priority }) => {
          const direction = sort?.id === id ? (sort.descending ? 'descending' : 'ascending') : undefined
          const Shape = direction ? (sort?.descending ? IconArrowDown : IconArrowUp) : IconSelector
          return (
            <th
              key={id}
              scope="col"
              aria-sort={direction ?? (sortable ? 'none' : undefined)}
              data-align={align}
              data-priority={priority}
            >
              {sortable ? (
                <button type="button" className={classes.sort} onClick={() => onSort(id)}>
                  <span>{header}</span>
                  <Shape size={14} aria-hidden />
                </button>
              ) : (
                header
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

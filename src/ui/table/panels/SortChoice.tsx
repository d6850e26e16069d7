import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import type { Column, Sort } from '#ui/table/column.ts'
import classes from '#ui/table/table.module.css'

type Props<T> = { columns: readonly Column<T>[]; sort: Sort | undefined; onSort: (sort: Sort) => void }

/** Sort select for phones, which show rows as cards without column headings. */
export function SortChoice<T>({ columns, sort, onSort }: Props<T>) {
  const options = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ id, header }) => [
      { value: `+${id}`, label: `Sorted by ${header}, ascending` },
      { value: `-${id}`, label: `Sorted by ${header}, descending` },
    ])
  if (options.length === 0) return null
  return (
    <div className={classes.sortChoice}>
      <FilterSelect
        label="Sort by"
        value={sort ? `${sort.descending ? '-' : '+'}${sort.id}` : ''}
        options={sort ? options : [{ value: '', label: 'Not sorted' }, ...options]}
        onChange={(value) => onSort({ id: value.slice(1), descending: value.startsWith('-') })}
      />
    </div>
  )
}

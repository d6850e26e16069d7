import type { Column, Filters } from '#ui/table/column.ts'
import { filterText, withFilter } from '#ui/table/state/column-filter.ts'
import { IconX } from '#ui/theme/icons.ts'
import classes from './toolbar.module.css'

type Props<T> = {
  columns: readonly Column<T>[]
  filters: Filters
  onChange: (edit: (filters: Filters) => Filters) => void
}

/** The active filters as text; clicking one removes it. */
export function FilterChips<T>({ columns, filters, onChange }: Props<T>) {
  return columns.map((column) => {
    const wanted = filters[column.id]
    if (!wanted) return null
    const words = filterText(column, wanted)
    return (
      <button
        key={column.id}
        type="button"
        className={classes.chip}
        aria-label={`Remove filter ${words}`}
        onClick={() => onChange((now) => withFilter(now, column.id, []))}
      >
        <span>{words}</span>
        <IconX size={13} aria-hidden />
      </button>
    )
  })
}

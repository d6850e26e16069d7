import type { CSSProperties } from 'react'
import type { Column } from '#ui/table/column.ts'
import { isExact, type TableLayout, widthPxOf } from './table-layout.ts'

/** A visible column with its layout. */
export type Placed<T> = {
  column: Column<T>
  /** The column that identifies the row. */
  isMain: boolean
  /** Style of a pinned column: its offset from the start of the scroll container. */
  pinned: CSSProperties | undefined
  /** Priority on phones; undefined if the user has selected the columns. */
  priority: 1 | 2 | undefined
}

export const selectColumnPx = 40
export const selectPinned = { insetInlineStart: 0 }

type Given<T> = {
  shown: readonly Column<T>[]
  main: Column<T> | undefined
  layout: TableLayout
  isDefault: boolean
  hasSelection: boolean
}

export function placed<T>({ shown, main, layout, isDefault, hasSelection }: Given<T>): readonly Placed<T>[] {
  let startPx = hasSelection ? selectColumnPx : 0
  return shown.map((column) => {
    const isPinned = layout.pinned.includes(column.id)
    const pinned = isPinned ? { insetInlineStart: startPx } : undefined
    if (isPinned) startPx += widthPxOf(column, layout)
    return { column, isMain: column === main, pinned, priority: isDefault ? column.priority : undefined }
  })
}

/** Column widths. If all widths are in pixels, the last column takes the remaining space. */
export function widthsOf<T>(shown: readonly Column<T>[], layout: TableLayout) {
  if (!isExact(layout)) return { columns: shown.map(({ width }) => width), minPx: undefined }
  const columns = shown.map((column) => widthPxOf(column, layout))
  return { columns: [...columns.slice(0, -1), 'auto'], minPx: columns.reduce((sum, width) => sum + width, 0) }
}

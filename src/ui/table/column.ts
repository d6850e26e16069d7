import type { ReactNode } from 'react'

export type Column<T> = {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** Value for sorting, filtering and export; epoch milliseconds for `date`. */
  value?: (row: T) => string | number | undefined
  /** Loads values of rows that may not be loaded yet, before they are exported. */
  prepare?: (rows: readonly T[]) => Promise<void>
  /** How values are filtered and exported; `text` by default. */
  kind?: ColumnKind
  sortable?: boolean
  /** Why the column can be neither sorted nor filtered, if users might expect it. */
  note?: string
  /** Offers a filter, applied by the server if the server pages. */
  filter?: boolean
  /** Options of a `choice`; by default the distinct values of the loaded rows. */
  options?: readonly Choice[]
  /** Hidden until the user selects the column. */
  hidden?: boolean
  /** Pixels if a number, otherwise a CSS width. */
  width?: number | string
  align?: 'start' | 'end'
  /** 1: always shown. 2: hidden on phones, unless the user has selected the columns. */
  priority?: 1 | 2
}

export type ColumnKind = 'text' | 'choice' | 'number' | 'date'
export type Choice = { value: string; label: string }

export type Sort = { id: string; descending: boolean }

/**
 * Filter values by column id: for text, a substring; for a choice, the selected values; for numbers and dates, the
 * inclusive bounds ('' if open; dates such as 2026-11-21).
 */
export type Filters = Record<string, readonly string[]>

/** The page of a server-side list; `onChange` requests another one. */
export type ServerPage = {
  offset: number
  limit: number
  sort?: Sort
  /** Most recently requested sort order, which may not be rendered yet. */
  latestSort?: () => Sort | undefined
  filters?: Filters
  /**
   * The table keeps sort order and filters in the URL, as it does for local rows; the page reads them for its request.
   */
  inAddress?: boolean
  onChange: (change: { offset?: number; limit?: number; sort?: Sort; filters?: Filters }) => void
}

/** Text of a cell; undefined if its content is not text. */
export function textOf<T>({ value, cell, kind }: Column<T>, row: T): string | number | undefined {
  if (!value) {
    const shown = cell(row)
    return typeof shown === 'string' || typeof shown === 'number' ? shown : undefined
  }
  const found = value(row)
  return kind === 'date' && typeof found === 'number' ? dayAndTime(found) : found
}

/** Numbers outside of the range of Date are returned unchanged. */
const dayAndTime = (at: number) => (Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : at)

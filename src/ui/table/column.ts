import type { ReactNode } from 'react'

export type Column<T> = {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** What is sorted by, filtered by and exported; of a `date` the epoch milliseconds. */
  value?: (row: T) => string | number | undefined
  /** How its values are filtered and exported; `text` without it. */
  kind?: ColumnKind
  sortable?: boolean
  /** Why it can be neither sorted nor filtered by, where people expect it. */
  note?: string
  /** It can be filtered by: by the server, where the server pages. */
  filter?: boolean
  /** What a `choice` is among; without it, among the values of the rows that are here. */
  options?: readonly Choice[]
  /** Left out until somebody chooses it. */
  hidden?: boolean
  /** Pixels, or any CSS width. */
  width?: number | string
  align?: 'start' | 'end'
  /** 1: always shown. 2: left out on a phone, unless somebody chose the columns. */
  priority?: 1 | 2
}

export type ColumnKind = 'text' | 'choice' | 'number' | 'date'
export type Choice = { value: string; label: string }

export type Sort = { id: string; descending: boolean }

/**
 * What each filtered column is filtered by: of a text what it contains, of a choice what it is one of, of a number or a
 * date the first and the last ('' where it is open; days as 2026-11-21).
 */
export type Filters = Record<string, readonly string[]>

/** The page of a list that a server pages; `onChange` asks for another one. */
export type ServerPage = {
  offset: number
  limit: number
  sort?: Sort
  /** The order that was asked for last, where it may not be shown yet. */
  latestSort?: () => Sort | undefined
  filters?: Filters
  /** The table keeps order and filters in the address, as one does whose rows are here; the page asks for them. */
  inAddress?: boolean
  onChange: (change: { offset?: number; limit?: number; sort?: Sort; filters?: Filters }) => void
}

/** What a cell says in words, where it says anything in words. */
export function textOf<T>({ value, cell, kind }: Column<T>, row: T): string | number | undefined {
  if (!value) {
    const shown = cell(row)
    return typeof shown === 'string' || typeof shown === 'number' ? shown : undefined
  }
  const found = value(row)
  return kind === 'date' && typeof found === 'number' ? dayAndTime(found) : found
}

/** A time beyond what a date can be stays the number it is. */
const dayAndTime = (at: number) => (Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : at)

/** Text of more characters is held to a few lines, so that one row does not push the others away. */
export const longerThanUsual = 90

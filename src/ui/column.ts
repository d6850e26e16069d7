import type { ReactNode } from 'react'

export type Column<T> = {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** What sorting in the browser compares, and what a cut-off cell shows in full. */
  value?: (row: T) => string | number | undefined
  sortable?: boolean
  /** Pixels, or any CSS width. */
  width?: number | string
  align?: 'start' | 'end'
  /** 1: always shown. 2: left out on a phone. */
  priority?: 1 | 2
}

export type Sort = { id: string; descending: boolean }

/** The page of a list that a server pages; `onChange` asks for another one. */
export type ServerPage = {
  offset: number
  limit: number
  sort?: Sort
  onChange: (change: { offset?: number; limit?: number; sort?: Sort }) => void
}

import { useState } from 'react'
import type { ServerPage } from '#ui/table/column.ts'
import type { AnyState } from './list-address.ts'

/** What a list has asked for, and what came of it. */
export type Asked = {
  data: unknown
  error: Error | null
  /** These are the rows of an earlier question. */
  isPlaceholderData?: boolean
  dataUpdatedAt?: number
  refetch: () => Promise<unknown>
}

type Given<T> = {
  asked: Asked
  rows: readonly T[]
  total: number | undefined
  server: ServerPage | undefined
  state: AnyState | undefined
}

type Kept<T> = Pick<Given<T>, 'rows' | 'total'> & {
  data: unknown
  readAt: number | undefined
  page: { offset: number; limit: number } | undefined
  question: string
}

/** What a list is asked for, whichever page and order. */
const questionOf = (state: AnyState = {}) =>
  JSON.stringify(Object.entries(state).filter(([name]) => !['page', 'size', 'sort'].includes(name)))

/**
 * The rows that a list shows, and of which page they are. Until another page is here, and when it cannot be had, those
 * that were there stay; of other filters they would be wrong.
 */
export function useKeptRows<T>({ asked, rows, total, server, state }: Given<T>) {
  const { data, error, isPlaceholderData, dataUpdatedAt } = asked
  const question = questionOf(state)
  const page = server && { offset: server.offset, limit: server.limit }
  const isCurrent = data !== undefined && isPlaceholderData !== true
  const [kept, setKept] = useState<Kept<T>>()
  if (server && isCurrent && (kept?.data !== data || kept.page?.offset !== page?.offset || kept.question !== question))
    setKept({ data, rows, total, readAt: dataUpdatedAt, page, question })
  if (isCurrent || !kept) return { rows, total, readAt: dataUpdatedAt }
  if (isPlaceholderData) return { rows, total, readAt: kept.readAt, rowsOf: kept.page }
  if (error && kept.question === question) return { ...kept, rowsOf: kept.page }
  return { rows, total, readAt: dataUpdatedAt }
}

import { useState } from 'react'
import type { ServerPage } from '#ui/table/column.ts'
import type { AnyState } from './list-address.ts'

/** The query of a list. */
export type ListRequest = {
  data: unknown
  error: Error | null
  /** The data is that of the previous query key. */
  isPlaceholderData?: boolean
  dataUpdatedAt?: number
  refetch: () => Promise<unknown>
}

type Given<T> = {
  asked: ListRequest
  rows: readonly T[]
  total: number | undefined
  server: ServerPage | undefined
  state: AnyState | undefined
}

type CachedRows<T> = Pick<Given<T>, 'rows' | 'total'> & {
  data: unknown
  readAt: number | undefined
  page: { offset: number; limit: number } | undefined
  question: string
}

/** The list's state without page and sort order. */
const questionOf = (state: AnyState = {}) =>
  JSON.stringify(Object.entries(state).filter(([name]) => !['page', 'size', 'sort'].includes(name)))

/**
 * The rows to display and the page that they belong to. The previous rows remain while another page loads and if it
 * fails; rows of other filters would be wrong and are not shown.
 */
export function useCachedRows<T>({ asked, rows, total, server, state }: Given<T>) {
  const { data, error, isPlaceholderData, dataUpdatedAt } = asked
  const question = questionOf(state)
  const page = server && { offset: server.offset, limit: server.limit }
  const isCurrent = data !== undefined && isPlaceholderData !== true
  const [kept, setKept] = useState<CachedRows<T>>()
  if (server && isCurrent && (kept?.data !== data || kept.page?.offset !== page?.offset || kept.question !== question))
    setKept({ data, rows, total, readAt: dataUpdatedAt, page, question })
  if (isCurrent || !kept) return { rows, total, readAt: dataUpdatedAt }
  if (isPlaceholderData) return { rows, total, readAt: kept.readAt, rowsOf: kept.page }
  if (error && kept.question === question) return { ...kept, rowsOf: kept.page }
  return { rows, total, readAt: dataUpdatedAt }
}

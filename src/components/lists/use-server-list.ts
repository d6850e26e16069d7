import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { prefetch, query } from '#api/query.ts'
import { csvText } from '#contract/csv.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import type { AnyState, ListAddress } from './list-address.ts'
import { serverPage, useListState } from './use-list-state.ts'

type Paged = AnyState & { page: number; size: number }
type RowOf<E extends Endpoint> = Output<E> extends Page<infer T> ? T : never

/** A list that its server pages: how it is asked, and what of it the address keeps. */
export type ServerList<E extends Endpoint, S extends Paged> = {
  /** Of the file of an export, and of what the browser remembers. */
  name: string
  endpoint: E
  address: ListAddress<S>
  /** What is asked for, apart from the page. */
  input: (state: S) => object
  part: (offset: number, limit: number) => object
  /** Rows in one answer of an export: a server that is slow still answers them in time. */
  exportLimit: number
}

/** What the service is asked for in a state of the list. */
export const inputOf = <E extends Endpoint, S extends Paged>({ input, part }: ServerList<E, S>, state: S) =>
  ({ ...input(state), ...part((state.page - 1) * state.size, state.size) }) as Input<E>

/** The rows of a state of the list. */
export const rowsOf = <E extends Endpoint, S extends Paged>(list: ServerList<E, S>, state: S) =>
  query(list.endpoint, inputOf(list, state))

/** Begins to ask for the rows before the page is drawn. */
export const prefetchRows = <E extends Endpoint, S extends Paged>(list: ServerList<E, S>, { url }: Request) =>
  prefetch(rowsOf(list, list.address.read(new URL(url).searchParams)))

/** The state of such a list, and what `ListTable` takes. */
export function useServerList<E extends Endpoint, S extends Paged>(list: ServerList<E, S>) {
  const { name, endpoint, input, part, exportLimit } = list
  const state = useListState(list.address)
  const asked = useQuery({ ...rowsOf(list, state.state), placeholderData: keepPreviousData })
  const found = asked.data as Page<RowOf<E>> | undefined
  const table = {
    name,
    of: endpoint,
    asked,
    state,
    rows: found?.rows ?? [],
    total: found?.total,
    server: serverPage(state),
    csv: {
      name,
      write: csvText,
      limit: exportLimit,
      pageOf: async (offset: number, limit: number, signal: AbortSignal) =>
        (await call(endpoint, { ...input(state.state), ...part(offset, limit) } as Input<E>, signal)) as Page<RowOf<E>>,
    },
  }
  return { ...state, asked, total: found?.total, table }
}

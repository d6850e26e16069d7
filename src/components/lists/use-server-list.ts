import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { prefetchCarried, query, queryIfOffered } from '#api/query.ts'
import { csvText } from '#contract/csv.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import type { AnyState, ListAddress } from './list-address.ts'
import { serverPage, useListState } from './use-list-state.ts'
import { whilePartial } from './while-partial.ts'

type Paged = AnyState & { page: number; size: number }
type RowOf<E extends Endpoint> = Output<E> extends Page<infer T> ? T : never

/** A server-side list: its endpoint, request and URL state. */
export type ServerList<E extends Endpoint, S extends Paged> = {
  /** Prefix of export files, and storage key of table settings. */
  name: string
  endpoint: E
  address: ListAddress<S>
  /** The request without paging. Reads the URL if the table keeps sort order and filters there. */
  input: (state: S, address: URLSearchParams) => object
  part: (offset: number, limit: number) => object
  /** Page size of exports: small enough for slow servers to respond in time. */
  exportLimit: number
  /** Sends the request and applies parameters in the browser that the server ignores or rejects. */
  ask?: (endpoint: E, input: Input<E>, signal?: AbortSignal) => Promise<unknown>
  /** Optional operation that the list depends on; the data is null if the server does not have it. */
  madeOf?: Endpoint
}

/** The request for a state of the list. */
export const inputOf = <E extends Endpoint, S extends Paged>(
  { input, part }: ServerList<E, S>,
  state: S,
  address = new URLSearchParams(),
) => ({ ...input(state, address), ...part((state.page - 1) * state.size, state.size) }) as Input<E>

/** Query options for a state of the list. */
export const rowsOf = <E extends Endpoint, S extends Paged>(
  list: ServerList<E, S>,
  state: S,
  address?: URLSearchParams,
) => {
  const input = inputOf(list, state, address)
  const { endpoint, ask } = list
  if (ask) return { ...query(endpoint, input), queryFn: checkedBy(endpoint, input, ask) }
  if (!list.madeOf) return query(endpoint, input)
  return queryIfOffered(list.endpoint, input, list.madeOf) as unknown as ReturnType<typeof query<E>>
}

const checkedBy =
  <E extends Endpoint>(endpoint: E, input: Input<E>, ask: NonNullable<ServerList<E, Paged>['ask']>) =>
  ({ signal }: { signal: AbortSignal }) =>
    ask(endpoint, input, signal) as Promise<Output<E>>

/** Starts loading the rows before the page renders. */
export const prefetchRows = <E extends Endpoint, S extends Paged>(list: ServerList<E, S>, { url }: Request) => {
  const address = new URL(url).searchParams
  return prefetchCarried(rowsOf(list, list.address.read(address), address))
}

/** State and query of a server-side list, with the props for `ListTable`. */
export function useServerList<E extends Endpoint, S extends Paged>(list: ServerList<E, S>) {
  const { name, endpoint, input, part, exportLimit, ask = call } = list
  const state = useListState(list.address)
  const [address] = state.address
  const asked = useQuery({
    ...rowsOf(list, state.state, address),
    placeholderData: keepPreviousData,
    refetchInterval: whilePartial(),
  })
  const found = (asked.data ?? undefined) as Page<RowOf<E>> | undefined
  const asking = input(state.state, address)
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
      endpoint,
      asking,
      write: csvText,
      limit: exportLimit,
      pageOf: async (offset: number, limit: number, signal: AbortSignal) =>
        (await ask(endpoint, { ...asking, ...part(offset, limit) } as Input<E>, signal)) as Page<RowOf<E>>,
    },
  }
  return { ...state, asked, total: found?.total, table }
}

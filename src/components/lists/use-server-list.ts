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

/** A list that its server pages: how it is asked, and what of it the address keeps. */
export type ServerList<E extends Endpoint, S extends Paged> = {
  /** Of the file of an export, and of what the browser remembers. */
  name: string
  endpoint: E
  address: ListAddress<S>
  /** What is asked for, apart from the page; the address also has order and filters where the table keeps them. */
  input: (state: S, address: URLSearchParams) => object
  part: (offset: number, limit: number) => object
  /** Rows in one answer of an export: a server that is slow still answers them in time. */
  exportLimit: number
  /** Asks so that what the server ignores or refuses is noticed, and done here where it can be. */
  ask?: (endpoint: E, input: Input<E>, signal?: AbortSignal) => Promise<unknown>
  /** The extension that it is made of: null where the server does not have that. */
  madeOf?: Endpoint
}

/** What the service is asked for in a state of the list. */
export const inputOf = <E extends Endpoint, S extends Paged>(
  { input, part }: ServerList<E, S>,
  state: S,
  address = new URLSearchParams(),
) => ({ ...input(state, address), ...part((state.page - 1) * state.size, state.size) }) as Input<E>

/** The rows of a state of the list. */
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

/** Begins to ask for the rows before the page is drawn. */
export const prefetchRows = <E extends Endpoint, S extends Paged>(list: ServerList<E, S>, { url }: Request) => {
  const address = new URL(url).searchParams
  return prefetchCarried(rowsOf(list, list.address.read(address), address))
}

/** The state of such a list, and what `ListTable` takes. */
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

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { call } from '#api/call.ts'
import { problemOf } from '#api/problem-of.ts'
import { query } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { csvText } from '#contract/csv.ts'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import { useAddress } from '#ui/table/address.ts'
import type { ServerPage } from '#ui/table/DataTable.tsx'
import { keepColumns } from '#ui/table/state/table-address.ts'
import { changed, type ListSearch, sortColumn } from './list-search.ts'

type RowOf<R extends Endpoint> = Output<R> extends Page<infer T> ? T : never
type Codec<S> = z.ZodType<S, URLSearchParams>
/** How a row is asked for a page of a list. */
export type ServerList<R extends Endpoint, S> = {
  name: string
  endpoint: R
  codec: Codec<S>
  toInput: (search: S) => Input<R>
}

const searchIn = <S>(codec: Codec<S>, address: URLSearchParams): S => z.decode(codec, address)
export const addressOf = <S>(codec: Codec<S>, search: S): URLSearchParams => z.encode(codec, search)

export const rowsMatching = <R extends Endpoint, S>(
  { endpoint, codec, toInput }: ServerList<R, S>,
  address: URLSearchParams,
) => query(endpoint, toInput(searchIn(codec, address)))

/** Rows in one page of an export: a server that is slow still answers them in time. */
const exportedAtOnce = 500

/** A list that its server pages, searches and sorts; the address keeps how it stands. `ServerTable` shows it. */
export function useServerList<R extends Endpoint, S extends ListSearch>(list: ServerList<R, S>) {
  const { name, endpoint, codec, toInput } = list
  const address = useAddress()
  const [now, changeAddress] = address
  const storageKey = useTableKey(name)
  const search = searchIn(codec, now)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...rowsMatching(list, now),
    placeholderData: keepPreviousData,
  })
  const found = data as Page<RowOf<R>> | undefined

  const show = (change: Partial<S>, replace = false) =>
    changeAddress((then) => keepColumns(then, addressOf(codec, changed(searchIn(codec, then), change))), {
      replace,
      preventScrollReset: replace,
    })
  const server: ServerPage = {
    offset: (search.page - 1) * search.size,
    limit: search.size,
    sort: sortColumn(search),
    onChange: ({ offset = 0, limit = search.size, sort }) =>
      show({
        page: Math.floor(offset / limit) + 1,
        size: limit,
        sort: sort ? `${sort.descending ? '-' : ''}${sort.id}` : search.sort,
      } as Partial<S>),
  }
  const pageOf = async (offset: number, limit: number, signal: AbortSignal) => {
    const input = { ...(toInput(search) as object), page: Math.floor(offset / limit), pagelimit: limit } as Input<R>
    return (await call(endpoint, input, signal)) as Page<RowOf<R>>
  }
  return {
    search,
    show,
    rows: found?.rows ?? [],
    total: found?.total,
    server,
    loading: !found && !error,
    stale: isPlaceholderData,
    problem: error ? problemOf(error) : undefined,
    retry: () => void refetch(),
    storageKey,
    address,
    csv: { name, write: csvText, limit: exportedAtOnce, pageOf },
  }
}

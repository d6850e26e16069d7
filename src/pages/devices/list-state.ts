import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { csvText } from '#contract/csv.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { pageLimit } from '#contract/mdm/devices.ts'
import type { Page } from '#contract/page.ts'
import { useAddress } from '#ui/table/address.ts'
import type { ServerPage } from '#ui/table/DataTable.tsx'
import { keepColumns } from '#ui/table/state/table-address.ts'
import { listPage } from './list/device-search.ts'

const state = listPage.extend({
  search: z
    .string()
    .overwrite((text) => text.slice(0, 200))
    .catch(''),
})
export type ListSearch = z.output<typeof state>
const usual: Record<string, unknown> = state.parse({})

/** What the address of a list says; a value that makes no sense falls back to its default. */
const listSearch = z.codec(z.instanceof(URLSearchParams), state, {
  decode: (address) => Object.fromEntries(address) as z.input<typeof state>,
  encode: (search) =>
    new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value === usual[name] ? [] : [[name, String(value)]])),
    ),
})

const searchIn = (address: URLSearchParams) => z.decode(listSearch, address)

/** A row that lists something a page at a time, by a text and in one order. */
type ListRow<T> = Endpoint<z.ZodType, z.ZodType<Page<T>>>

const toInput = <R extends Endpoint>({ page, size, search }: ListSearch, more: object) =>
  ({ ...more, limit: size, offset: (page - 1) * size, search: search.trim() || undefined }) as Input<R>

export const listed = <R extends Endpoint>(endpoint: R, address: URLSearchParams, more: object = {}) =>
  query(endpoint, toInput<R>(searchIn(address), more))

/** A list that its server pages and searches, its state in the address; `more` is what every page of it is asked with. */
export function useList<T>(endpoint: ListRow<T>, name: string, more: object = {}) {
  const [address, changeAddress] = useAddress()
  const storageKey = useTableKey(name)
  const search = searchIn(address)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...listed(endpoint, address, more),
    placeholderData: keepPreviousData,
  })
  const show = (change: Partial<ListSearch>, replace = false) =>
    changeAddress((now) => keepColumns(now, z.encode(listSearch, { ...searchIn(now), page: 1, ...change })), {
      replace,
      preventScrollReset: replace,
    })
  const server: ServerPage = {
    offset: (search.page - 1) * search.size,
    limit: search.size,
    onChange: ({ offset = 0, limit = search.size }) => show({ page: Math.floor(offset / limit) + 1, size: limit }),
  }
  return {
    search,
    show,
    error,
    refetch: () => void refetch(),
    /** What a `DataTable` of the list takes. */
    table: {
      rows: data?.rows ?? none,
      total: data?.total,
      server,
      loading: !data && !error,
      stale: isPlaceholderData,
      storageKey,
      address: [address, changeAddress] as const,
      csv: {
        name,
        write: csvText,
        limit: pageLimit.max,
        pageOf: (offset: number, limit: number, signal: AbortSignal) =>
          call(endpoint, { ...(toInput(search, more) as object), offset, limit }, signal),
      },
    },
  }
}

const none: never[] = []

import * as z from 'zod'
import { pageSize } from '#contract/desktop/list.ts'

/** What every list of desktop-management is asked by, apart from its own filters. */
export type ListSearch = { page: number; size: number; search: string; in: string; sort: string }

type Names = readonly [string, ...string[]]
const usualSize = 50

/** A filter in the address: what makes no sense is none. */
export const textFilter = z.string().max(200).catch('')
export const numbersFilter = z
  .string()
  .regex(/^(-?\d{1,9}(,-?\d{1,9})*)?$/)
  .catch('')

/**
 * The state of a list, and the address that keeps it; what is as usual stays out of the address. Without an order, the
 * server's own is kept: not every server takes `sort`.
 */
export function listSearch<
  const Columns extends Names,
  const Sorts extends Names,
  Filters extends Record<string, z.ZodType<string>>,
>(columns: Columns, sorts: Sorts, filters: Filters) {
  // `as never`: of names that are only known to the caller, the compiler does not see that these are among them.
  const both = sorts.flatMap((name): (Sorts[number] | `-${Sorts[number]}`)[] => [name, `-${name}`])
  const state = z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
    size: z.coerce.number().int().min(1).max(pageSize.max).catch(usualSize),
    search: z
      .string()
      .overwrite((text) => text.slice(0, 200))
      .catch(''),
    in: z.enum(columns).catch(columns[0] as never),
    sort: z.enum(['', ...both]).catch('' as never),
    ...filters,
  })
  const usual = state.parse({})
  return z.codec(z.instanceof(URLSearchParams), state, {
    decode: (address) => Object.fromEntries(address) as z.input<typeof state>,
    encode: (search) => {
      const asUsual: Record<string, unknown> = usual
      const changed = Object.entries(search).filter(([name, value]) => value !== asUsual[name])
      return new URLSearchParams(changed.map(([name, value]) => [name, String(value)]))
    },
  })
}

/** Paging, search and order as the server takes them: of a search all three parameters, or none. */
export function listInput<S extends ListSearch>({ page, size, search, in: column, sort }: S) {
  const text = search.trim()
  const searched = { searchtype: column, searchcolumn: column as S['in'], searchvalue: text }
  return {
    page: page - 1,
    pagelimit: size,
    ...(text === '' ? {} : searched),
    ...(sort === '' ? {} : { sort: sort as Exclude<S['sort'], ''> }),
  }
}

/** "21,23": several numbers of a filter. */
export const numbersOf = (filter: string) => (filter === '' ? undefined : filter.split(','))

/** A change of the list; whatever decides which rows there are leads back to the first page. */
export const changed = <S extends ListSearch>(search: S, change: Partial<S>): S => ({ ...search, page: 1, ...change })

/** The filters that are set, and what a list is without them. */
export const activeFilters = <S extends ListSearch>(search: S): string[] =>
  Object.entries(search).flatMap(([name, value]) =>
    ['page', 'size', 'in', 'sort', 'view'].includes(name) || String(value).trim() === '' ? [] : [name],
  )
export const withoutFilters = <S extends ListSearch>(search: S): S =>
  changed(search, Object.fromEntries(activeFilters(search).map((name) => [name, ''])) as Partial<S>)

export const sortColumn = ({ sort }: ListSearch) =>
  sort === '' ? undefined : { id: sort.replace(/^-/, ''), descending: sort.startsWith('-') }

import { maxRows } from '#contract/page.ts'

/** One value that the address of a list keeps, written as text; where the text makes no sense, it is `fallback`. */
type Field<V extends string | number = string | number> = {
  fallback: V
  parse: (text: string) => V | undefined
}
const field = <V extends string | number>(fallback: V, parse: Field<V>['parse']): Field<V> => ({ fallback, parse })

/** What one searches for: cut at what services take. */
export const searchText: Field<string> = field('', (text) => text.slice(0, 200))
export const textUpTo = (max: number): Field<string> => field('', (text) => (text.length <= max ? text : undefined))
export const matching = (pattern: Pick<RegExp, 'test'>): Field<string> =>
  field('', (text) => (pattern.test(text) ? text : undefined))
export const oneOf = <const V extends string>(fallback: NoInfer<V>, values: readonly V[]): Field<V> =>
  field<V>(fallback, (text) => values.find((value) => value === text))
const integer = (fallback: number, max: number): Field<number> =>
  field(fallback, (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined,
  )
/** Of a list that a server pages. */
export const pageOf = (defaultSize: number, maxRows: number) => ({
  page: integer(1, 1_000_000),
  size: integer(defaultSize, maxRows),
})

type Fields = Record<string, Field>
type StateOf<F extends Fields> = { [N in keyof F]: F[N]['fallback'] }
export type AnyState = Record<string, string | number>

export type ListAddress<S extends AnyState> = ReturnType<typeof addressOf<S>>

/**
 * The state of a list, and the address that keeps it: what is as by default stays out of the address, and what the address
 * says besides (columns, the order of a table) stays in it. `says` names the filters, each in words. Not nuqs: decision 145.
 */
export const listAddress = <F extends Fields>(
  fields: F,
  says: { [N in keyof F]?: (state: StateOf<F>) => string } = {},
): ListAddress<StateOf<F>> => addressOf(fields, says as Record<string, (state: StateOf<F>) => string>)

function addressOf<S extends AnyState>(fields: Fields, says: Record<string, (state: S) => string>) {
  const entries = Object.entries(fields)
  const stateOf = (valueOf: (name: string, field: Field) => string | number) =>
    Object.fromEntries(entries.map(([name, field]) => [name, valueOf(name, field)])) as S

  const defaults = stateOf((_, { fallback }) => fallback)
  const read = (address: URLSearchParams): S =>
    stateOf((name, { fallback, parse }) => {
      const text = address.get(name)
      return text === null ? fallback : (parse(text) ?? fallback)
    })
  /** The state after a change; whatever decides which rows there are leads back to the first page. */
  const changed = (state: S, change: Partial<S>): S => ({ ...state, ...('page' in fields && { page: 1 }), ...change })
  const write = (address: URLSearchParams, change: Partial<S>): URLSearchParams => {
    const state = changed(read(address), change)
    const own = entries
      .filter(([name, { fallback }]) => state[name] !== fallback)
      .map(([name]) => [name, String(state[name])])
    const others = [...address].filter(([name]) => !Object.hasOwn(fields, name))
    return new URLSearchParams([...own, ...others])
  }
  const filters = Object.keys(says)
  return {
    defaults,
    read,
    changed,
    write,
    /** The address of this list in a certain state, for links. */
    searchFor: (state: Partial<S>) => write(new URLSearchParams(), state).toString(),
    filters,
    /** The filters that leave rows out. */
    active: (state: S) => filters.filter((name) => String(state[name]).trim() !== String(defaults[name])),
    filterText: (state: S, name: string) => says[name]?.(state) ?? name,
    /** The change that takes every filter away. */
    cleared: () => Object.fromEntries(filters.map((name) => [name, defaults[name]])) as Partial<S>,
  }
}

/** Of a list that the console pages and searches. */
export const pagedSearchAddress = listAddress(
  { ...pageOf(100, maxRows), search: searchText },
  { search: ({ search }) => `search “${search.trim()}”` },
)

import { maxRows } from '#contract/page.ts'

/** A URL parameter; missing or invalid values are replaced by `fallback`. */
type Field<V extends string | number = string | number> = {
  fallback: V
  parse: (text: string) => V | undefined
}
const field = <V extends string | number>(fallback: V, parse: Field<V>['parse']): Field<V> => ({ fallback, parse })

/** Search text, truncated to the maximum length of the services. */
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
/** Paging parameters of a server-side list. */
export const pageOf = (defaultSize: number, maxRows: number) => ({
  page: integer(1, 1_000_000),
  size: integer(defaultSize, maxRows),
})

type Fields = Record<string, Field>
type StateOf<F extends Fields> = { [N in keyof F]: F[N]['fallback'] }
export type AnyState = Record<string, string | number>

export type ListAddress<S extends AnyState> = ReturnType<typeof addressOf<S>>

/**
 * The state of a list in the URL. Default values are omitted; other parameters (columns, sort order) are preserved.
 * `says` has the filters, with a description for each. Decision 145 states why this is not nuqs.
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
  /** The state after a change. Changes return to the first page, unless they set one. */
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
    /** URL parameters of the list in the given state, for links. */
    searchFor: (state: Partial<S>) => write(new URLSearchParams(), state).toString(),
    filters,
    /** Names of the filters in use. */
    active: (state: S) => filters.filter((name) => String(state[name]).trim() !== String(defaults[name])),
    filterText: (state: S, name: string) => says[name]?.(state) ?? name,
    /** The change that clears all filters. */
    cleared: () => Object.fromEntries(filters.map((name) => [name, defaults[name]])) as Partial<S>,
  }
}

/** URL state of a list that the console pages and searches. */
export const pagedSearchAddress = listAddress(
  { ...pageOf(100, maxRows), search: searchText },
  { search: ({ search }) => `search “${search.trim()}”` },
)

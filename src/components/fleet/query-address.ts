import { listAddress, matching, pageOf, textUpTo } from '#components/lists/list-address.ts'
import type { ListState } from '#components/lists/use-list-state.ts'
import { longestQuery } from '#contract/fleet/condition.ts'
import type { Catalog } from '#contract/fleet/field.ts'
import type { QuerySubject } from './query-subject.ts'

/** Rows shown on a page. */
const maxShown = 200

export const queryAddress = listAddress(
  {
    ...pageOf(50, maxShown),
    query: textUpTo(longestQuery),
    sort: matching(/^-?[a-z]\w{0,99}$/),
    count: matching(/^[a-z]\w{0,99}$/),
  },
  { query: ({ query }) => `“${query}”` },
)
export type QueryState = ListState<(typeof queryAddress)['defaults']>

/** Columns from the URL, or the default columns; without the name column. */
export function columnsIn(
  address: URLSearchParams,
  catalog: Catalog,
  { columns, name: { field } }: QuerySubject,
): string[] {
  const named = address.get('columns')?.split(',').filter(Boolean) ?? columns
  const known = named.filter((name) => name !== field && catalog.has(name))
  return [...new Set(known)].slice(0, 30)
}

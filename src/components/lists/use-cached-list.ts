import type { Endpoint, Output } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import type { Column } from '#ui/table/column.ts'
import { withOptions } from './cached-list.ts'
import type { AnyState } from './list-address.ts'
import { type ServerList, useServerList } from './use-server-list.ts'

type Paged = AnyState & { page: number; size: number }
type RowOf<E extends Endpoint> = Output<E> extends Page<infer T> ? T : never
type Answer = { options: Record<string, string[]>; ageMs: number }

/** A list that the console caches and pages, with sort order and column filters in the URL. */
export function useCachedList<E extends Endpoint, S extends Paged>(
  list: ServerList<E, S>,
  columns: readonly Column<RowOf<E>>[],
) {
  const found = useServerList(list)
  const { asked, table } = found
  const answer = (asked.data ?? undefined) as (Answer & Output<E>) | undefined
  return {
    ...found,
    answer,
    table: { ...table, columns: withOptions(columns, answer?.options), server: { ...table.server, inAddress: true } },
  }
}

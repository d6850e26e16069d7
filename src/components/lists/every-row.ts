import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { maxRows } from '#contract/page.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'

type RowOf<E extends Endpoint> = Output<E> extends Page<infer T> ? T : never

/** All rows of a list that the console pages, for forms and for actions on every row. */
export const everyRow = <E extends Endpoint>(endpoint: E, input: object = {}) =>
  queryOptions({
    queryKey: [endpoint.id, 'every row', input] as const,
    meta: { reads: endpoint.reads ?? [] },
    queryFn: ({ signal }) => readEveryRow(endpoint, input, signal),
  })

export async function readEveryRow<E extends Endpoint>(endpoint: E, input: object, signal: AbortSignal) {
  const rows: RowOf<E>[] = []
  for (;;) {
    const part = { ...input, offset: rows.length, limit: maxRows } as unknown as Input<E>
    const page = (await call(endpoint, part, signal)) as Page<RowOf<E>>
    rows.push(...page.rows)
    if (page.rows.length < maxRows) return rows
  }
}

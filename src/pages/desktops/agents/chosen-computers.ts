import { queryOptions } from '@tanstack/react-query'
import { queryClient, type QueryMeta } from '#api/client.ts'
import { callList } from '#components/desktops/checked-list.ts'
import { maxIdsPerRequest } from '#contract/desktop/agent-outcome.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Page } from '#contract/page.ts'
import { idOf } from '#pages/desktops/computer-facts.ts'

export type Chosen = {
  rows: Computer[]
  /**
   * Ids of computers that could not be found, because the server ignores the filter and the list is too long to be
   * loaded.
   */
  untold: string[]
}

/** Rows of all lists loaded so far. */
const seen = () =>
  queryClient
    .getQueriesData<Partial<Page<Computer>>>({ queryKey: [listComputers.id] })
    .flatMap(([, page]) => page?.rows ?? [])

/** Current rows of the given computers, in the order of the ids. */
async function rowsOfComputers(ids: readonly string[], signal: AbortSignal): Promise<Chosen> {
  const parts = Array.from({ length: Math.ceil(ids.length / maxIdsPerRequest) }, (_, at) =>
    ids.slice(at * maxIdsPerRequest, (at + 1) * maxIdsPerRequest),
  )
  const found = new Map<string, Computer>()
  let isWhole = true
  for (const residfilter of parts) {
    // In sequence, because of rate limits.
    // oxlint-disable-next-line no-await-in-loop
    const page = await callList(listComputers, { page: 0, pagelimit: residfilter.length, residfilter }, signal)
    isWhole &&= page.isCorrected !== false
    for (const computer of page.rows as Computer[]) found.set(idOf(computer), computer)
  }
  if (!isWhole) for (const computer of seen()) if (!found.has(idOf(computer))) found.set(idOf(computer), computer)
  const rows = ids.flatMap((id) => found.get(id) ?? [])
  return { rows, untold: isWhole ? [] : ids.filter((id) => !found.has(id)) }
}

/** Current data of the selected computers. */
export const checkQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['desktop.agent check', ids],
    queryFn: ({ signal }) => rowsOfComputers(ids, signal),
    meta: { reads: listComputers.reads } satisfies QueryMeta,
    staleTime: 0,
  })

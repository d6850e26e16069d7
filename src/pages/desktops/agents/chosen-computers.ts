import { queryOptions } from '@tanstack/react-query'
import { queryClient, type QueryMeta } from '#api/client.ts'
import { askList } from '#components/desktops/asked-list.ts'
import { askedAtOnce } from '#contract/desktop/agent-outcome.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Page } from '#contract/page.ts'
import { idOf } from '#pages/desktops/computer-facts.ts'

export type Chosen = {
  rows: Computer[]
  /** Computers of a long list that its server does not filter: nobody knows how they are. */
  untold: string[]
}

/** What the lists have shown so far. */
const seen = () =>
  queryClient
    .getQueriesData<Partial<Page<Computer>>>({ queryKey: [listComputers.id] })
    .flatMap(([, page]) => page?.rows ?? [])

/** The rows of these computers, in the order of the ids. */
async function rowsOfComputers(ids: readonly string[], signal: AbortSignal): Promise<Chosen> {
  const parts = Array.from({ length: Math.ceil(ids.length / askedAtOnce) }, (_, at) =>
    ids.slice(at * askedAtOnce, (at + 1) * askedAtOnce),
  )
  const found = new Map<string, Computer>()
  let isWhole = true
  for (const residfilter of parts) {
    // One after the other: a server that counts calls is asked no faster than it answers.
    // oxlint-disable-next-line no-await-in-loop
    const page = await askList(listComputers, { page: 0, pagelimit: residfilter.length, residfilter }, signal)
    isWhole &&= page.isCorrected !== false
    for (const computer of page.rows as Computer[]) found.set(idOf(computer), computer)
  }
  if (!isWhole) for (const computer of seen()) if (!found.has(idOf(computer))) found.set(idOf(computer), computer)
  const rows = ids.flatMap((id) => found.get(id) ?? [])
  return { rows, untold: isWhole ? [] : ids.filter((id) => !found.has(id)) }
}

/** The chosen computers as they are now. */
export const checkQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['desktop.agent check', ids],
    queryFn: ({ signal }) => rowsOfComputers(ids, signal),
    meta: { reads: listComputers.reads } satisfies QueryMeta,
    staleTime: 0,
  })

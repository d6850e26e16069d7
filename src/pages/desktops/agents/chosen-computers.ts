import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import type { QueryMeta } from '#api/client.ts'
import { askedAtOnce } from '#contract/desktop/agent-outcome.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { idOf } from '#pages/desktops/computer-facts.ts'

/** The rows of these computers, in the order of the ids. */
async function rowsOfComputers(ids: readonly string[], signal: AbortSignal): Promise<Computer[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / askedAtOnce) }, (_, at) =>
    ids.slice(at * askedAtOnce, (at + 1) * askedAtOnce),
  )
  const found = new Map<string, Computer>()
  for (const residfilter of parts) {
    // One after the other: a server that counts calls is asked no faster than it answers.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await call(listComputers, { page: 0, pagelimit: residfilter.length, residfilter }, signal)
    for (const computer of rows) found.set(idOf(computer), computer)
  }
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The chosen computers as they are now. */
export const checkQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['desktop.agent check', ids],
    queryFn: ({ signal }) => rowsOfComputers(ids, signal),
    meta: { reads: listComputers.reads } satisfies QueryMeta,
    staleTime: 0,
  })

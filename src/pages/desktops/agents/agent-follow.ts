import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import type { QueryMeta } from '#api/client.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { ComputerAction } from '#contract/desktop/status.ts'
import { errorOf, helpAddressOf, idOf } from '#pages/desktops/computer-facts.ts'
import { factsOf, type Listed, type Run, type Target, targetOf } from './agent-plan.ts'

/** How an accepted action stands on one computer. */
export type Followed = Target & {
  state: 'waiting' | 'running' | 'done' | 'failed' | 'gone'
  /** It has shown something else than before the action: a failure is then not the one of before. */
  moved: boolean
  error: string
  help?: string | undefined
}

/**
 * Accepted is not done: a computer is done, or failed, when its own row says so. A failure that was there before counts
 * only once the row has said something else in between.
 */
export function followedBy(
  action: ComputerAction,
  before: Target,
  was: Followed | undefined,
  row: Listed | undefined,
): Followed {
  if (!row) return { ...before, state: 'gone', moved: false, error: '' }
  const { done, failed } = factsOf[action]
  const now = targetOf(action, row)
  const differs = now.status !== before.status || now.remarks !== before.remarks || now.at !== before.at
  const moved = was?.moved === true || differs
  const ended = now.status === done ? 'done' : now.status === failed ? 'failed' : 'running'
  const state = moved ? ended : 'waiting'
  return { ...now, id: before.id, name: before.name, state, moved, error: errorOf(row), help: helpAddressOf(row) }
}

export const isEnded = ({ state }: Followed) => state === 'done' || state === 'failed' || state === 'gone'

/** Ids in one question: more would not fit into the address of some servers. */
const askedAtOnce = 100

type Followable = (typeof factsOf)[ComputerAction]['followed']

/** The rows of these computers, in the order of the ids. */
export async function rowsOfComputers(
  endpoint: Followable,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Listed[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / askedAtOnce) }, (_, at) =>
    ids.slice(at * askedAtOnce, (at + 1) * askedAtOnce),
  )
  const found = new Map<string, Listed>()
  for (const residfilter of parts) {
    // Both lists are asked in the same way. One after the other: a server that counts calls is asked no faster than it answers.
    // oxlint-disable-next-line no-await-in-loop
    const page = await call(
      endpoint as typeof listComputers,
      { page: 0, pagelimit: residfilter.length, residfilter },
      signal,
    )
    for (const computer of page.rows) found.set(idOf(computer), computer)
  }
  return ids.flatMap((id) => found.get(id) ?? [])
}

const soonMs = 2500
const laterMs = 10_000
const manyComputers = 200

/** Asks again until every computer has ended; what was seen before is part of what is found out next. */
export const followQuery = ({ action, begunAt, targets }: Run) => {
  const queryKey = ['desktop.agent run', action, begunAt, targets.length]
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const was = new Map(seenIn(client, queryKey).map((followed) => [followed.id, followed]))
      const ids = targets.map(({ id }) => id)
      const rows = await rowsOfComputers(factsOf[action].followed, ids, signal)
      const byId = new Map(rows.map((row) => [idOf(row), row]))
      return targets.map((target) => followedBy(action, target, was.get(target.id), byId.get(target.id)))
    },
    refetchInterval: ({ state: { data } }) =>
      data?.every(isEnded) ? false : targets.length > manyComputers ? laterMs : soonMs,
    staleTime: 0,
    gcTime: 30 * 60_000,
  })
}

const seenIn = (client: QueryClient, queryKey: readonly unknown[]) => client.getQueryData<Followed[]>(queryKey) ?? []

/** The chosen computers as they are now. */
export const checkQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['desktop.agent check', ids],
    queryFn: ({ signal }) => rowsOfComputers(listComputers, ids, signal) as Promise<Computer[]>,
    meta: { reads: listComputers.reads } satisfies QueryMeta,
    staleTime: 0,
  })

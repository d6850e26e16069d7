import type { Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'

/** This many first responses that there is no such record mean that the server does not have the operation. */
const maxMissing = 5

/** Problem that is stored for a server whose records cannot be read at all; not a failure. */
export const recordsNotOffered = ({ summary }: Pick<Endpoint, 'summary'>) => `Not offered by this server: ${summary}`

/**
 * Servers with only the documented operations have lists, but no records. A record of a device that was removed since
 * is answered in the same way, so a server that ever returned a record has the operation. Tried again after `retryMs`.
 */
export function missingRecords(retryMs: number, clock: () => number) {
  const since = new Map<string, number>()
  const missed = new Map<string, number>()
  /** Whether a record was ever returned; undefined: not known yet. */
  const returned = new Map<string, boolean>()
  return {
    isLacking: (site: string) => clock() - (since.get(site) ?? -Infinity) < retryMs,
    /** Before the first records of a process are read. */
    begin: async (site: string, hasRecords: () => Promise<boolean>) => {
      if (!returned.has(site)) returned.set(site, await hasRecords())
    },
    wasRead: (site: string) => {
      returned.set(site, true)
      missed.delete(site)
    },
    wasRefused: (site: string, problem: Problem) => {
      const isCertain = problem.code === 'NOT_OFFERED'
      if (!isNotOffered(problem) || (returned.get(site) && !isCertain)) return
      const times = isCertain ? maxMissing : (missed.get(site) ?? 0) + 1
      missed.set(site, times % maxMissing)
      if (times === maxMissing) since.set(site, clock())
    },
  }
}

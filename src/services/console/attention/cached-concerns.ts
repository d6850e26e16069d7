import type { Resource } from '#contract/resource.ts'
import type { FoundConcerns } from './concern-context.ts'

type Source = {
  site: string
  /** Session with whose rights it is read. */
  session: string
  name: string
  reads: readonly Resource[]
}
type Entry = Pick<Source, 'site' | 'reads'> & { until: number; found: FoundConcerns }

/** How long what a server returned is used for further requests, such as those of other pages and browsers. */
const cacheMs = 60_000
const maxCached = 10_000

/** Concerns by source and session, cached briefly until a change through this console. */
export function cachedConcerns(clock: () => number) {
  const cached = new Map<string, Entry>()
  /** Number of changes per site and resource, to detect those made while a source is being read. */
  const changed = new Map<string, number>()
  const changesOf = ({ site, reads }: Source) =>
    reads.reduce((sum, read) => sum + (changed.get(`${site} ${read}`) ?? 0), 0)
  const isFresh = ({ until }: Entry) => until > clock() && until <= clock() + cacheMs

  return {
    read: async (source: Source, find: () => Promise<FoundConcerns>): Promise<FoundConcerns> => {
      const { site, session, name, reads } = source
      const key = JSON.stringify([site, session, name])
      const known = cached.get(key)
      if (known && isFresh(known)) return known.found
      const before = changesOf(source)
      const found = await find()
      // Insertion order is that of expiry.
      for (const [other, one] of cached) {
        if (isFresh(one) && cached.size < maxCached) break
        cached.delete(other)
      }
      cached.delete(key)
      if (!found.problem && changesOf(source) === before)
        cached.set(key, { site, reads, until: clock() + cacheMs, found })
      return found
    },
    onChange: (site: string, changes: readonly Resource[]) => {
      for (const change of changes) changed.set(`${site} ${change}`, (changed.get(`${site} ${change}`) ?? 0) + 1)
      if (changes.length === 0) return
      for (const [key, one] of cached)
        if (one.site === site && one.reads.some((read) => changes.includes(read))) cached.delete(key)
    },
  }
}

import type { Resource } from '#contract/resource.ts'
import type { FoundConcerns } from './concern-context.ts'

type Source = {
  site: string
  /** Session with whose rights it is read. */
  session: string
  name: string
  reads: readonly Resource[]
  /** Read anew for each request. */
  isAtHand: boolean
}
type Entry = Pick<Source, 'site' | 'reads'> & { readAt: number; found: FoundConcerns }
type Read = Pick<Source, 'site' | 'reads'> & {
  /** Number of changes before it. */
  changes: number
  found: Promise<FoundConcerns>
  /** A request was answered before it ended. */
  isLate: boolean
  endedAt?: number
}

/** How long what a server returned is used for further requests, such as those of other pages and browsers. */
const cacheMs = 60_000
/** How long the result of a late read remains for the requests that follow, also if it is an error. */
const lateMs = 5000
/** How long it is shown while the source is read again. Pages ask every five minutes. */
const shownMs = 10 * 60_000
const maxCached = 10_000

/**
 * Concerns by source and session, cached briefly until a change through this console. A source is read once for all
 * requests that wait for it, and to the end after the last of them has been answered.
 */
export function cachedConcerns(clock: () => number) {
  const cached = new Map<string, Entry>()
  const running = new Map<string, Read>()
  /** Number of changes per site and resource, to detect those made while a source is being read. */
  const changed = new Map<string, number>()
  const changesOf = ({ site, reads }: Pick<Source, 'site' | 'reads'>) =>
    reads.reduce((sum, read) => sum + (changed.get(`${site} ${read}`) ?? 0), 0)
  const isWithin = (ms: number, { readAt }: Entry) => readAt > clock() - ms && readAt <= clock()
  const isUsable = (read: Read) =>
    read.changes === changesOf(read) && (read.endedAt === undefined || read.endedAt > clock() - lateMs)

  function keep(key: string, { site, reads }: Source, found: FoundConcerns) {
    // Insertion order is that of expiry.
    for (const [other, one] of cached) {
      if (isWithin(shownMs, one) && cached.size < maxCached) break
      cached.delete(other)
    }
    cached.delete(key)
    cached.set(key, { site, reads, readAt: clock(), found })
  }

  function begin(key: string, source: Source, find: () => Promise<FoundConcerns>): Read {
    for (const [other, one] of running) if (!isUsable(one)) running.delete(other)
    const { site, reads, isAtHand } = source
    const changes = changesOf(source)
    const toEnd = async () => {
      try {
        const found = await find()
        if (!isAtHand && !found.problem && changesOf(source) === changes) keep(key, source, found)
        return found
      } finally {
        read.endedAt = clock()
        if (!read.isLate && running.get(key) === read) running.delete(key)
      }
    }
    const read: Read = { site, reads, changes, found: toEnd(), isLate: false }
    read.found.catch(() => undefined) // thrown to those that still wait for it
    running.set(key, read)
    return read
  }

  return {
    /**
     * What the source returns, or returned last if it takes longer than `late`; undefined if that is unknown. The next
     * request waits for the same response.
     */
    read: async (
      source: Source,
      find: () => Promise<FoundConcerns>,
      late: Promise<void>,
    ): Promise<{ found?: FoundConcerns | undefined; isLate: boolean }> => {
      const key = JSON.stringify([source.site, source.session, source.name])
      const known = cached.get(key)
      if (known && isWithin(cacheMs, known)) return { found: known.found, isLate: false }
      const started = running.get(key)
      const read = started && isUsable(started) ? started : begin(key, source, find)
      const previous = known && isWithin(shownMs, known) ? known.found : undefined
      const found = await Promise.race([read.found, late])
      if (found) return { found, isLate: false }
      read.isLate = true
      return { found: previous, isLate: true }
    },
    onChange: (site: string, changes: readonly Resource[]) => {
      for (const change of changes) changed.set(`${site} ${change}`, (changed.get(`${site} ${change}`) ?? 0) + 1)
      if (changes.length === 0) return
      for (const [key, one] of cached)
        if (one.site === site && one.reads.some((read) => changes.includes(read))) cached.delete(key)
    },
  }
}

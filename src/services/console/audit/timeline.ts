import { setImmediate } from 'node:timers/promises'
import type { AuditEntry } from '#contract/console/audit.ts'
import type { ConsoleEntry } from '#platform/console.ts'
import { type Database, matching, shown, type EntryFilter, windowSize } from './entries.ts'
import { firstNotAfter, newestFirst } from './newest-first.ts'

type Paging = { page: number; limit: number }
/** A time range in epoch milliseconds, inclusive. */
type Span = { from: number; to: number }

const concurrency = 1000

/**
 * Merges the console's entries and those of key management, newest first. The former are paged in the database; the
 * latter are passed in, filtered and sorted (`newestFirst`).
 */
export const timelineIn = (database: Database, size = windowSize) => ({
  list: async (wanted: EntryFilter, { page, limit }: Paging, ofKeys: readonly AuditEntry[] = []) => {
    const entries: AuditEntry[] = []
    let toSkip = page * limit
    let [total, taken] = [0, 0]
    for await (const span of spansOf(database, wanted, size)) {
      const own = inSpan(database, wanted, span)
      const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const end = firstNotAfter(ofKeys, span.from)
      const there = { own, count, ofKeys: ofKeys.slice(taken, end) }
      entries.push(...(await pageOf(there, toSkip, limit - entries.length)))
      toSkip = Math.max(0, toSkip - count - there.ofKeys.length)
      total += count
      taken = end
    }
    entries.push(...ofKeys.slice(taken + toSkip).slice(0, limit - entries.length))
    return { total: total + ofKeys.length, entries }
  },

  /** In pages that yield to the event loop. */
  async *walk(wanted: EntryFilter, max: number, ofKeys: readonly AuditEntry[] = []): AsyncGenerator<AuditEntry[]> {
    let [left, taken] = [max, 0]
    for await (const span of spansOf(database, wanted, Math.min(size, concurrency))) {
      if (left <= 0) return
      const own = await inSpan(database, wanted, span).select(shown).$castTo<ConsoleEntry>().execute()
      const end = firstNotAfter(ofKeys, span.from)
      yield [...own.map(ofConsole), ...ofKeys.slice(taken, end)].sort(newestFirst).slice(0, left)
      left -= own.length + end - taken
      taken = end
    }
    yield ofKeys.slice(taken).slice(0, Math.max(0, left))
  },
})

type There = { own: ReturnType<typeof inSpan>; count: number; ofKeys: readonly AuditEntry[] }

/** A page of a time range: `limit` entries after the first `toSkip`. */
async function pageOf(there: There, toSkip: number, limit: number): Promise<AuditEntry[]> {
  const { own, count, ofKeys } = there
  if (limit <= 0 || toSkip >= count + ofKeys.length) return []
  const skipped = await ownAmong(there, toSkip)
  const found = await inOrder(own).select(shown).offset(skipped).limit(limit).$castTo<ConsoleEntry>().execute()
  const others = ofKeys.slice(toSkip - skipped).slice(0, limit)
  return [...found.map(ofConsole), ...others].sort(newestFirst).slice(0, limit)
}

/**
 * How many of the first entries are the console's. The bounds follow from the counts; in between, entries are compared
 * by time.
 */
async function ownAmong({ own, ofKeys }: There, first: number): Promise<number> {
  const min = Math.max(0, first - ofKeys.length)
  if (min === first) return first
  const inDoubt = await inOrder(own)
    .select('at')
    .offset(min)
    .limit(first - min)
    .execute()
  return min + inDoubt.filter(({ at }, index) => min + index + firstNotAfter(ofKeys, at) < first).length
}

/** Time ranges, newest first, each with about `size` entries of the site; yields in between. */
async function* spansOf(database: Database, { source, site, since = 0, until }: EntryFilter, size: number) {
  if (source === 'keys') return
  const ofSite = database.selectFrom('proxy_audit').where('site', '=', site)
  const newest = await ofSite.select(({ fn }) => fn.max<number | null>('at').as('at')).executeTakeFirst()
  let to = Math.min(newest?.at ?? 0, until ?? Number.MAX_SAFE_INTEGER)
  while (to >= since) {
    const older = ofSite.select('at').where('at', '<=', to).orderBy('at', 'desc')
    const last = await older
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst()
    const span: Span = { from: last?.at ?? Math.min(0, since), to }
    yield span
    if (!last) return
    to = span.from - 1
    await setImmediate()
  }
}

const inSpan = (database: Database, wanted: EntryFilter, { from, to }: Span) =>
  matching(database, wanted).where('at', '>=', from).where('at', '<=', to)

const inOrder = (query: There['own']) => query.orderBy('at', 'desc').orderBy('id', 'desc')

const ofConsole = (entry: ConsoleEntry): AuditEntry => ({ ...entry, source: 'console', description: '' })

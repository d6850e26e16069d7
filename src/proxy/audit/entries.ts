import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { AuditEntry, AuditFilter } from '#contract/console/audit.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { holdsText, isUser } from './searched-text.ts'

type Database = Kysely<ProxyTables>
type Wanted = AuditFilter & { site: string }
type Paging = { page: number; limit: number }
/** An entry with all that its hash is made of. */
export type ChainedEntry = AuditEntry & { revealedTo: string | null; previous: string; hash: string }

const atOnce = 1000
/** So many are looked through without a pause: SQLite answers on the spot, and everybody else would wait. */
const windowSize = 50_000

/** Reading the audit, newest first. */
export const entriesIn = (database: Database, size = windowSize) => ({
  list: async (wanted: Wanted, { page, limit }: Paging): Promise<{ total: number; entries: AuditEntry[] }> => {
    const entries: AuditEntry[] = []
    const skipped = page * limit
    let total = 0
    for (let newest = await newestIn(database); newest > 0; newest -= size, await setImmediate()) {
      const inWindow = matches(database, wanted, { newest, size })
      const { count } = await inWindow.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      if (total + count > skipped && entries.length < limit) {
        const query = inWindow
          .select(shown)
          .orderBy('id', 'desc')
          .limit(limit - entries.length)
        const found = await query
          .offset(Math.max(0, skipped - total))
          .$castTo<AuditEntry>()
          .execute()
        entries.push(...found)
      }
      total += count
    }
    return { total, entries }
  },

  /** In pages, so that nobody waits meanwhile. */
  async *walk(wanted: Wanted, most: number): AsyncGenerator<ChainedEntry[]> {
    let left = most
    for (let newest = await newestIn(database); newest > 0 && left > 0; await setImmediate()) {
      const page = await matches(database, wanted, { newest, size })
        .select([...shown, 'revealed_to as revealedTo', 'hash'])
        .orderBy('id', 'desc')
        .limit(Math.min(left, atOnce))
        .$castTo<Omit<ChainedEntry, 'previous'>>()
        .execute()
      const before = page.map(({ id }) => id - 1)
      const hashes = await hashesOf(database, before)
      yield page.map((entry) => ({ ...entry, previous: hashes.get(entry.id - 1) ?? '' }))
      left -= page.length
      newest = page.length < atOnce ? newest - size : (before.at(-1) ?? 0)
    }
  },
})

async function newestIn(database: Database): Promise<number> {
  const { newest } = await database
    .selectFrom('proxy_audit')
    .select(({ fn }) => fn.max<number | null>('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

async function hashesOf(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const found = await database.selectFrom('proxy_audit').select(['id', 'hash']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, hash }) => [id, hash]))
}

const shown = ['id', 'at', 'site', 'user_name as user', 'address', 'action', 'target', 'result', 'code'] as const

type Window = { newest: number; size: number }
function matches(database: Database, wanted: Wanted, { newest, size }: Window) {
  const { site, user, action, result, search, since, until } = wanted
  const text = search?.trim()
  return database
    .selectFrom('proxy_audit')
    .where('id', '<=', newest)
    .where('id', '>', newest - size)
    .where('site', '=', site)
    .$if(user !== undefined, (query) => query.where(isUser(user ?? '')))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(result !== undefined, (query) => query.where('result', '=', result ?? ''))
    .$if(!!text, (query) => query.where(holdsText(text ?? '')))
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? 0))
    .$if(until !== undefined, (query) => query.where('at', '<=', until ?? 0))
}

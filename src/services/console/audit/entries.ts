import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { AuditFilter } from '#contract/console/audit.ts'
import type { ConsoleEntry } from '#platform/console.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { holdsText, isUser } from './searched-text.ts'

export type Database = Kysely<ConsoleTables>
export type EntryFilter = AuditFilter & { site: string }
/** An entry with all fields covered by its hash. */
export type ChainedEntry = ConsoleEntry & { revealedTo: string | null; previous: string; hash: string }

const concurrency = 1000
/** Entries searched before yielding to the event loop, which SQLite blocks. */
export const windowSize = 50_000

/** The console's entries with their hashes, newest first, in pages that yield in between. */
export async function* chained(
  database: Database,
  wanted: EntryFilter,
  max: number,
  size = windowSize,
): AsyncGenerator<ChainedEntry[]> {
  let left = max
  for (let newest = await newestIn(database); newest > 0 && left > 0; await setImmediate()) {
    const page = await matching(database, wanted)
      .where('id', '<=', newest)
      .where('id', '>', newest - size)
      .select([...shown, 'revealed_to as revealedTo', 'hash'])
      .orderBy('id', 'desc')
      .limit(Math.min(left, concurrency))
      .$castTo<Omit<ChainedEntry, 'previous'>>()
      .execute()
    const before = page.map(({ id }) => id - 1)
    const hashes = await hashesOf(database, before)
    yield page.map((entry) => ({ ...entry, previous: hashes.get(entry.id - 1) ?? '' }))
    left -= page.length
    newest = page.length < concurrency ? newest - size : (before.at(-1) ?? 0)
  }
}

/** ID of the newest entry of any site. */
export async function newestIn(database: Database): Promise<number> {
  const { newest } = await database
    .selectFrom('proxy_audit')
    .select(({ fn }) => fn.max<number | null>('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

async function hashesOf(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const found = await database
    .selectFrom('proxy_audit')
    .select(['id', 'hash'])
    .where('id', 'in', ids)
    .unionAll(database.selectFrom('proxy_audit_archive').select(['last_id as id', 'hash']).where('last_id', 'in', ids))
    .execute()
  return new Map(found.map(({ id, hash }) => [id, hash]))
}

export const shown = [
  'id',
  'at',
  'site',
  'user_name as user',
  'address',
  'action',
  'target',
  'reason',
  'ticket',
  'result',
  'code',
] as const

/** Entries that match a filter. */
export function matching(database: Database, { site, user, action, result, search, since, until }: EntryFilter) {
  const text = search?.trim()
  return database
    .selectFrom('proxy_audit')
    .where('site', '=', site)
    .$if(user !== undefined, (query) => query.where(isUser(user ?? '')))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(result !== undefined, (query) => query.where('result', '=', result ?? ''))
    .$if(!!text, (query) => query.where(holdsText(text ?? '')))
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? 0))
    .$if(until !== undefined, (query) => query.where('at', '<=', until ?? 0))
}

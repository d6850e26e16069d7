import type { KeyObject } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { ProxyTables } from '#proxy/tables.ts'
import { type Head, hashOf, isEqual, isGenuine } from './chain.ts'
import { searchedText } from './searched-text.ts'
import { headId } from './tables.ts'

type Database = Kysely<ProxyTables>
/** `head`: hash of the last entry. Noted elsewhere, it shows when an older copy of the database is put back. */
type Verified = { intact: boolean; entries: number; head: string; problem?: string }

const atOnce = 1000

/**
 * Every entry, and the end of the chain. Nobody waits meanwhile: entries up to the head as it is now do not change, and
 * those that come after it are for the next time.
 */
export async function verified(database: Database, key: KeyObject): Promise<Verified> {
  const head = await headOf(database)
  if (!head) return { intact: false, entries: 0, head: '', problem: 'The head of the audit is missing' }
  const { last, hash } = head
  const problem =
    (await problemInEntries(database, key, head)) ??
    (isGenuine(key, head) ? undefined : 'The head of the audit was changed') ??
    (await strayEntry(database, last))
  return { intact: problem === undefined, entries: last, head: hash, ...(problem && { problem }) }
}

async function problemInEntries(database: Database, key: KeyObject, head: Head): Promise<string | undefined> {
  let previous = ''
  for (let last = 0; last < head.last; await setImmediate()) {
    const page = await database
      .selectFrom('proxy_audit')
      .selectAll()
      .where('id', '>', last)
      .where('id', '<=', head.last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    if (page.length === 0) return `Entries after ${last} are missing`
    for (const { hash, searched, ...facts } of page) {
      if (facts.id !== last + 1) return `Entry ${last + 1} is missing`
      if (!isEqual(hash, hashOf(key, previous, facts))) return `Entry ${facts.id} was changed, or stood elsewhere`
      if (searched !== searchedText(facts)) return `What is searched in entry ${facts.id} was changed`
      previous = hash
      last = facts.id
    }
  }
  return previous === head.hash ? undefined : 'The head of the audit does not belong to its last entry'
}

/** An entry and the head are written together: one that no head has come to was put there by somebody else. */
async function strayEntry(database: Database, last: number): Promise<string | undefined> {
  const { highest, lowest } = await database
    .selectFrom('proxy_audit')
    .select(({ fn }) => [fn.max('id').as('highest'), fn.min('id').as('lowest')])
    .executeTakeFirstOrThrow()
  if (lowest !== null && lowest < 1) return `Entry ${lowest} was inserted`
  const head = await headOf(database)
  return highest !== null && highest > Math.max(last, head?.last ?? 0) ? `Entry ${highest} was inserted` : undefined
}

const headOf = (database: Database): Promise<Head | undefined> =>
  database.selectFrom('proxy_audit_head').select(['last', 'hash', 'seal']).where('id', '=', headId).executeTakeFirst()

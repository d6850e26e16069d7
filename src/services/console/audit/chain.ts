import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { archiveEntries } from '#platform/archives/archive-entries.ts'
import { newestArchive } from '#platform/archives/archive-table.ts'
import { archiveKeys } from '#platform/archives/archive.ts'
import type { Chain, Head } from '#platform/archives/chain.ts'
import { headSeal, isEqual, keyedHash } from '#platform/archives/keyed-hash.ts'
import { verifyChain } from '#platform/archives/verify-chain.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { searchedText, statedIn } from './searched-text.ts'
import type { AuditTables } from './tables.ts'

type Row = AuditTables['proxy_audit']
/** What an entry says; the rest of its row follows from it. */
export type Facts = Omit<Row, 'hash' | 'searched'>

/** Who can write to the database, but has not the master key, cannot make a hash or a seal (decision 81). */
export const chainKey = (masterKey: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych audit', 32)))

/** Over an entry and the hash of the one before. */
export const hashOf = (key: KeyObject, previous: string, entry: Facts) =>
  keyedHash(key, [
    previous,
    entry.id,
    entry.at,
    entry.site,
    entry.user_name,
    entry.address,
    entry.action,
    entry.target,
    entry.result,
    entry.code,
    entry.revealed_to,
    ...statedIn(entry),
  ])

/** Is it the end that was written last? The head of an audit without entries has no seal yet. */
export const isGenuine = (key: KeyObject, head: Head) =>
  head.last === 0 ? head.hash === '' && head.seal === '' : isEqual(head.seal, headSeal(key, head))

/** The console's audit, as archives and their verification need it. */
export function consoleChain(masterKey: Buffer): Chain<Row> {
  const key = chainKey(masterKey)
  return {
    table: 'proxy_audit',
    words: ['Entry', 'Entries'],
    keys: archiveKeys(masterKey, 'audit'),
    isGenuineHead: (head) => isGenuine(key, head),
    problemOf: ({ hash, searched, ...facts }, previous) => {
      if (!isEqual(hash, hashOf(key, previous, facts))) return `Entry ${facts.id} was changed or moved`
      return searched === searchedText(facts) ? undefined : `What is searched in entry ${facts.id} was changed`
    },
  }
}

export const archiveAudit = (
  database: Kysely<ConsoleTables>,
  masterKey: Buffer,
  before: number,
  signal?: AbortSignal,
) => archiveEntries(database, consoleChain(masterKey), before, signal)

/** How much of the audit is in archives; undefined where nothing is. */
export async function archivedIn(database: Kysely<ConsoleTables>) {
  const { id, last_at } = await newestArchive(database, 'proxy_audit')
  return id === 0 ? undefined : { archives: id, until: last_at }
}

/** `head`: hash of the last entry. Noted elsewhere, it shows when an older copy of the database is put back. */
export async function verifyAudit(database: Kysely<ConsoleTables>, masterKey: Buffer) {
  const { head, archives, problem } = await verifyChain(database, consoleChain(masterKey))
  return {
    intact: problem === undefined,
    entries: head?.last ?? 0,
    head: head?.hash ?? '',
    ...(archives > 0 && { archives }),
    ...(problem !== undefined && { problem }),
  }
}

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
/** Content of an entry, from which the rest of its row is derived. */
export type Facts = Omit<Row, 'hash' | 'searched'>

/** Hashes and seals require the master key, so database access alone is not enough to forge entries (decision 81). */
export const chainKey = (masterKey: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych audit', 32)))

/** Hash of an entry and the preceding hash. */
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

/** Whether the head is authentic. An empty audit has no seal yet. */
export const isGenuine = (key: KeyObject, head: Head) =>
  head.last === 0 ? head.hash === '' && head.seal === '' : isEqual(head.seal, headSeal(key, head))

/** The audit's chain for archiving and verification. */
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

/** Extent of the archived audit; undefined if none. */
export async function archivedIn(database: Kysely<ConsoleTables>) {
  const { id, last_at } = await newestArchive(database, 'proxy_audit')
  return id === 0 ? undefined : { archives: id, until: last_at }
}

/** `head` is the hash of the last entry. Recorded externally, it reveals a restored older copy of the database. */
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

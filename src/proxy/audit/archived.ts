import type { Kysely } from 'kysely'
import { archiveEntries } from '#platform/archives/archive-entries.ts'
import { newestArchive } from '#platform/archives/archive-table.ts'
import { archiveKeys } from '#platform/archives/archive.ts'
import type { Chain } from '#platform/archives/chain.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { chainKey, hashOf, isEqual, isGenuine } from './chain.ts'
import { searchedText } from './searched-text.ts'
import type { AuditTables } from './tables.ts'

type Row = AuditTables['proxy_audit']

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

export const archiveAudit = (database: Kysely<ProxyTables>, masterKey: Buffer, before: number, signal?: AbortSignal) =>
  archiveEntries(database, consoleChain(masterKey), before, signal)

/** How much of the audit is in archives; undefined where nothing is. */
export async function archivedIn(database: Kysely<ProxyTables>) {
  const { id, last_at } = await newestArchive(database, 'proxy_audit')
  return id === 0 ? undefined : { archives: id, until: last_at }
}

import type { KeyObject } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { archivedIn, consoleChain } from './archived.ts'
import { attemptEntries } from './attempt-entries.ts'
import { chainKey, type Facts, hashOf, isGenuine, sealOf } from './chain.ts'
import { chained, type NewEntry, newestIn, type Wanted } from './entries.ts'
import { requireModest } from './reveal-limit.ts'
import { searchedText } from './searched-text.ts'
import { longest, shownText } from './shown-text.ts'
import { headId } from './tables.ts'
import { timelineIn } from './timeline.ts'
import { verified } from './verified.ts'

export type Audit = ReturnType<typeof auditTrail>
/**
 * What people did through this console. Each entry carries a keyed hash over itself and the one before, and the head a
 * seal over the last (decision 81). Entries are written in transactions of their own: record outside of yours.
 */
export function auditTrail(database: Kysely<ProxyTables>, masterKey: Buffer, log: Log) {
  const key = chainKey(masterKey)
  const attempts = attemptEntries(database, masterKey, (transaction, entry) => append(transaction, key, entry))
  const record = async (entry: NewEntry): Promise<void> => {
    try {
      await database.transaction().execute((transaction) => append(transaction, key, entry))
    } catch (error) {
      if (!(error instanceof Problem)) log('audit not written', { route: entry.action, ...traceOf(error) })
      throw error
    }
  }
  return {
    /** Resolved when it is committed. */
    record,
    /** What somebody tried who is not signed in (decision 103). */
    recordAttempt: async (entry: NewEntry): Promise<void> => {
      if (!(await attempts.hasRoom(entry.site, entry.address))) return
      await record({ ...entry, user: await attempts.shownName(entry.site, entry.user) })
    },
    rememberName: attempts.rememberName,
    reportAttempts: attempts.reportOf,
    reportEndedAttempts: attempts.reportEnded,
    /** Throws TOO_MANY_REVEALS before a secret is asked for; `record` has the last word. */
    requireModest: (owner: string) => requireModest(database, owner),
    verify: () => verified(database, consoleChain(masterKey)),
    archived: () => archivedIn(database),
    newest: () => newestIn(database),
    chained: (wanted: Wanted, most: number) => chained(database, wanted, most),
    ...timelineIn(database),
  }
}

async function append(transaction: Transaction<ProxyTables>, key: KeyObject, entry: NewEntry) {
  // First, because it makes the next writer wait: one chain, however many processes write it.
  const { last, hash, seal } = await transaction
    .updateTable('proxy_audit_head')
    .set(({ eb }) => ({ last: eb('last', '+', 1) }))
    .where('id', '=', headId)
    .returning(['last', 'hash', 'seal'])
    .executeTakeFirstOrThrow()
  if (entry.revealedTo && !entry.unlimited) await requireModest(transaction, entry.revealedTo)
  const facts = factsOf(entry, last)
  const next = { last, hash: hashOf(key, hash, facts) }
  await transaction
    .insertInto('proxy_audit')
    .values({ ...facts, searched: searchedText(facts), hash: next.hash })
    .execute()
  // A head that somebody changed is never sealed again: new entries must not cover that up.
  const isSealed = isGenuine(key, { last: last - 1, hash, seal })
  await transaction
    .updateTable('proxy_audit_head')
    .set({ hash: next.hash, seal: isSealed ? sealOf(key, next) : '' })
    .execute()
}

const factsOf = (entry: NewEntry, id: number): Facts => ({
  id,
  at: Date.now(),
  site: shownText(entry.site, longest.name),
  user_name: shownText(entry.user, longest.name),
  address: shownText(entry.address, longest.name),
  action: entry.action,
  target: shownText(entry.target, longest.target),
  result: entry.result,
  code: shownText(entry.code, longest.code),
  revealed_to: entry.revealedTo ?? null,
})

import type { KeyObject } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { appendEntry } from '#platform/archives/append-entry.ts'
import type { Audit, NewEntry } from '#platform/console.ts'
import { requireModest } from '#platform/limits/reveal-limit.ts'
import { type Log, traceOf } from '#platform/log.ts'
import { longest, shownText } from '#platform/shown-text.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { attemptEntries } from './attempt-entries.ts'
import { archivedIn, chainKey, type Facts, hashOf, isGenuine, verifyAudit } from './chain.ts'
import { chained, newestIn, type EntryFilter } from './entries.ts'
import { searchedText } from './searched-text.ts'
import { timelineIn } from './timeline.ts'

export type AuditTrail = ReturnType<typeof auditTrail>

/** Limit per user, across browsers and processes. */
const reveals = { table: 'proxy_audit', perMinute: 10, service: 'console' } as const

/**
 * The console's audit. Each entry has a keyed hash over itself and the preceding hash, and the head is sealed (decision
 * 81).
 */
export function auditTrail(database: Kysely<ConsoleTables>, masterKey: Buffer, log: Log) {
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
  const written: Audit = {
    record,
    recordAttempt: async (entry) => {
      if (!(await attempts.hasRoom(entry.site, entry.address))) return
      await record({ ...entry, user: await attempts.shownName(entry.site, entry.user) })
    },
    rememberName: attempts.rememberName,
    requireModest: (owner) => requireModest(database, reveals, owner),
  }
  return {
    ...written,
    reportAttempts: attempts.reportOf,
    reportEndedAttempts: attempts.reportEnded,
    verify: () => verifyAudit(database, masterKey),
    archived: () => archivedIn(database),
    newest: () => newestIn(database),
    chained: (wanted: EntryFilter, max: number) => chained(database, wanted, max),
    ...timelineIn(database),
  }
}

const append = (transaction: Transaction<ConsoleTables>, key: KeyObject, entry: NewEntry) =>
  appendEntry(transaction, reveals.table, async (id, before) => {
    if (entry.revealedTo && !entry.unlimited) await requireModest(transaction, reveals, entry.revealedTo)
    const facts = factsOf(entry, id)
    const row = { ...facts, searched: searchedText(facts), hash: hashOf(key, before.hash, facts) }
    return { key, row, isGenuine: isGenuine(key, before) }
  })

const factsOf = (entry: NewEntry, id: number): Facts => ({
  id,
  at: Date.now(),
  site: shownText(entry.site, longest.name),
  user_name: shownText(entry.user, longest.name),
  address: shownText(entry.address, longest.name),
  action: entry.action,
  target: shownText(entry.target, longest.target),
  reason: shownText(entry.reason ?? '', longest.target),
  ticket: shownText(entry.ticket ?? '', longest.name),
  result: entry.result,
  code: shownText(entry.code, longest.code),
  revealed_to: entry.revealedTo ?? null,
})

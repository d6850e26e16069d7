import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AuditTables } from './tables.ts'

/** Normalizes text for comparison, ignoring letter case and Unicode form. */
export const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** Texts contain no line breaks, so matches never span two of them. */
export const linesOf = (texts: readonly string[]) => ['', ...texts, ''].map(fold).join('\n')
type Searched = Pick<AuditTables['proxy_audit'], 'user_name' | 'action' | 'target' | 'reason' | 'ticket'>

export const searchedText = ({ user_name, action, target, ...why }: Searched) =>
  linesOf([user_name, action, target, ...statedIn(why)])

/** Reason and ticket; nothing for entries that predate them. */
export const statedIn = ({ reason, ticket }: Pick<Searched, 'reason' | 'ticket'>) =>
  reason || ticket ? [reason, ticket] : []

/** Matches user, action, target, reason or ticket. */
export function holdsText(text: string): RawBuilder<SqlBool> {
  const folded = fold(text)
  return ofJob.test(folded) ? sql<SqlBool>`(${contains(`${folded}\n`)} or ${contains(`${folded},`)})` : contains(folded)
}
/** As in targets, with the complete number: job 1 is not job 12. */
const ofJob = /^job: \d+$/
/** Matches the complete user name, which is the first line. */
export const isUser = (name: string) => like(`\n${escaped(fold(name))}\n%`)

const contains = (text: string) => like(`%${escaped(text)}%`)
/** LIKE for SQLite and PostgreSQL, with wildcards escaped. */
const like = (pattern: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref('searched')} like ${pattern} escape '\\'`
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

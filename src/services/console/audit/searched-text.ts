import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AuditTables } from './tables.ts'

/** Text as it is compared: neither letter case nor Unicode form counts. */
export const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** No shown text holds a line break, so nothing that is searched for reaches across one. */
export const linesOf = (texts: readonly string[]) => ['', ...texts, ''].map(fold).join('\n')
type Searched = Pick<AuditTables['proxy_audit'], 'user_name' | 'action' | 'target' | 'reason' | 'ticket'>

export const searchedText = ({ user_name, action, target, ...why }: Searched) =>
  linesOf([user_name, action, target, ...statedIn(why)])

/** What an entry says beyond those from before reasons were asked for: nothing where none is stated. */
export const statedIn = ({ reason, ticket }: Pick<Searched, 'reason' | 'ticket'>) =>
  reason || ticket ? [reason, ticket] : []

/** Somewhere in user, action, target, reason or ticket. */
export const holdsText = (text: string) => contains(fold(text))
/** The user as a whole. It stands first, and no action or target begins with a line of its own before it. */
export const isUser = (name: string) => like(`\n${escaped(fold(name))}\n%`)

const contains = (text: string) => like(`%${escaped(text)}%`)
/** As SQLite and PostgreSQL both understand it; every character stands for itself. */
const like = (pattern: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref('searched')} like ${pattern} escape '\\'`
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

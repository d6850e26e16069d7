import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { ConsoleTables } from '#services/console/tables.ts'
import { contains } from '#platform/database/differences.ts'
import type { Where } from './comparisons.ts'

const separators = /[:.\- ]/g
const withSeparators = /^[\da-f]{1,4}(?:[:.\- ][\da-f]{1,4}){2,}$/i
const plain = /^[\da-f]{12,}$/i

/** Identifiers without separators, for texts that may be an address, serial number or fingerprint. */
export const compactOf = (text: string): string | undefined =>
  withSeparators.test(text) || plain.test(text) ? text.replace(separators, '').toLowerCase() : undefined

/** SQL match of a text, or, for possible addresses, with any separators. */
export function holdsText(
  db: Kysely<ConsoleTables>,
  column: Expression<string>,
  text: string,
  compact?: string,
): Where {
  const asWritten = contains(db, column, text)
  if (compact === undefined) return asWritten
  const without = [':', '-', ' '].reduce<RawBuilder<string>>(
    (before, separator) => sql<string>`replace(${before}, ${separator}, '')`,
    sql<string>`${column}`,
  )
  return sql`(${asWritten} or ${contains(db, without, compact)})`
}

/** The same match in memory. */
export const isHeld = (value: string, text: string, compact?: string): boolean =>
  value.includes(text) || (compact !== undefined && value.replace(separators, '').includes(compact))

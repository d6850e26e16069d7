import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { ConsoleTables } from '#services/console/tables.ts'
import { contains } from '#platform/database/differences.ts'
import type { Where } from './comparisons.ts'

const separators = /[:.\- ]/g
const withSeparators = /^[\da-f]{1,4}(?:[:.\- ][\da-f]{1,4}){2,}$/i
const plain = /^[\da-f]{12,}$/i

/** Addresses, serial numbers and fingerprints without what stands between their digits, where a text may be one. */
export const compactOf = (text: string): string | undefined =>
  withSeparators.test(text) || plain.test(text) ? text.replace(separators, '').toLowerCase() : undefined

/** The text in the column as it is written, or, of what may be an address, however it is divided. */
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

/** The same of a text that is here. */
export const isHeld = (value: string, text: string, compact?: string): boolean =>
  value.includes(text) || (compact !== undefined && value.replace(separators, '').includes(compact))

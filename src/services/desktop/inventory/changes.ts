import type { Kysely } from 'kysely'
import type { EstateTables } from './tables.ts'

const rememberedAnswers = 200

export type Remember = <T>(name: string, find: () => Promise<T>) => Promise<T>
/** What holds until a computer changes. */
export type RememberUntilChange = () => Promise<Remember>

/** Counts and matches hold until a computer changes; while people page and type, they ask the same again. */
export function rememberUntilChange(db: Kysely<EstateTables>): RememberUntilChange {
  let held = { changed: -1, answers: new Map<string, unknown>() }
  return async () => {
    const estate = await db.selectFrom('estate').select('changed').executeTakeFirst()
    const changed = estate?.changed ?? 0
    if (changed !== held.changed) held = { changed, answers: new Map() }
    // An answer that was asked for before a change must not be found after it.
    const { answers } = held
    return async <T>(name: string, find: () => Promise<T>) => {
      if (answers.has(name)) return answers.get(name) as T
      const found = await find()
      if (answers.size >= rememberedAnswers) answers.clear()
      answers.set(name, found)
      return found
    }
  }
}

/** Note a change: what was remembered no longer holds. */
export const noteChange = (db: Kysely<EstateTables>) =>
  db
    .updateTable('estate')
    .set(({ eb }) => ({ changed: eb('changed', '+', 1) }))
    .execute()

import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** Columns of a table that counts attempts; times are epoch milliseconds. Proxy and services have one each. */
export type GuessRow = {
  /** SHA-256 of the key, so that the table does not reveal accounts. */
  key_hash: string
  failures: number
  /** Running attempts with unknown result. */
  running: number
  /** Time until which the next attempt must wait. */
  blocked_until: number
  /** Start of the most recent attempt. */
  started_at: number
  ends_at: number
}

export const guessIn = async (db: QueryExecutorProvider, table: string, key: string): Promise<GuessRow | undefined> =>
  (await sql<GuessRow>`select * from ${sql.table(table)} where key_hash = ${key}`.execute(db)).rows[0]

export const purgeGuesses = (db: QueryExecutorProvider, table: string) =>
  sql`delete from ${sql.table(table)} where ends_at <= ${Date.now()}`.execute(db)

/** Delay after one more failure, in milliseconds. */
export function delayAfter({ free, delaysMs }: { free: number; delaysMs: readonly number[] }): RawBuilder<number> {
  const steps = delaysMs.slice(0, -1).map((delayMs, step) => `when failures + 1 = ${free + step} then ${delayMs}`)
  const last = `else ${delaysMs.at(-1) ?? 0}`
  return sql.raw(`(case when failures + 1 < ${free} then 0 ${steps.join(' ')} ${last} end)`)
}

import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** A table that guesses are counted in; times are epoch milliseconds. The proxy and the services have one each. */
export type GuessRow = {
  /** SHA-256 of what is counted for: nobody reads here who tried what. */
  key_hash: string
  failures: number
  /** Under way, and not known yet to be right or wrong. */
  running: number
  /** Until when the next guess waits. */
  blocked_until: number
  /** When the last one set out. */
  started_at: number
  ends_at: number
}

export const guessIn = async (db: QueryExecutorProvider, table: string, key: string): Promise<GuessRow | undefined> =>
  (await sql<GuessRow>`select * from ${sql.table(table)} where key_hash = ${key}`.execute(db)).rows[0]

export const purgeGuesses = (db: QueryExecutorProvider, table: string) =>
  sql`delete from ${sql.table(table)} where ends_at <= ${Date.now()}`.execute(db)

/** How long the next guess waits after one more wrong one, in milliseconds. */
export function delayAfter({ free, delaysMs }: { free: number; delaysMs: readonly number[] }): RawBuilder<number> {
  const steps = delaysMs.slice(0, -1).map((delayMs, step) => `when failures + 1 = ${free + step} then ${delayMs}`)
  const last = `else ${delaysMs.at(-1) ?? 0}`
  return sql.raw(`(case when failures + 1 < ${free} then 0 ${steps.join(' ')} ${last} end)`)
}

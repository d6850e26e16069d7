import { type Kysely, sql } from 'kysely'
import { type KnownCode, Problem } from '#contract/problem.ts'
import { hashOf } from './session.ts'
import type { ProxyTables } from './tables.ts'

/** How many wrong guesses there may be in a window, for whatever the key names. */
export type Budget = {
  key: string
  limit: number
  /** How many may be under way while none has been wrong; without it as many as may be wrong. */
  atOnce?: number
  /** A right guess says nothing of the others that are counted here: those of other accounts from one address. */
  shared?: boolean
  /** What a guess beyond it is told; without it, to wait until the window is over. */
  spent?: KnownCode
}
type Database = Kysely<ProxyTables>
type End = 'right' | 'wrong' | 'unknown'

const windowMs = 15 * 60_000

export type AttemptLimit = ReturnType<typeof attemptLimit>

/**
 * Limits guessing before it reaches a server, which may have no limit of its own. An attempt is counted before it is
 * made, in the database: guesses that are sent side by side, or through several processes, count like any others.
 */
export function attemptLimit(database: Database) {
  /** Each in a statement of its own: nobody waits for one row while holding another. */
  const settle = async (budgets: readonly Budget[], end: End) => {
    for (const budget of budgets) await giveBack(database, budget, end)
    if (end === 'wrong') await database.deleteFrom('proxy_attempt').where('ends_at', '<=', Date.now()).execute()
  }

  /** Run an attempt; one that ends with a 401 was wrong, one that succeeds clears what was wrong before. */
  const limited = async <T>(budgets: readonly Budget[], attempt: () => Promise<T>): Promise<T> => {
    const taken: Budget[] = []
    let end: End = 'unknown'
    try {
      for (const budget of budgets) {
        await take(database, budget)
        taken.push(budget)
      }
      const result = await attempt()
      end = 'right'
      return result
    } catch (error) {
      if (error instanceof Problem && error.status === 401) end = 'wrong'
      throw error
    } finally {
      await settle(taken, end)
    }
  }

  /** True for the first who asks with this key, in whichever process, as long as a window. */
  const isFirst = async (key: string): Promise<boolean> => {
    const values = { key_hash: hashOf(`once ${key}`), failures: 0, running: 0, ends_at: Date.now() + windowMs }
    const row = database
      .insertInto('proxy_attempt')
      .values(values)
      .onConflict((known) => known.doNothing())
    return (await row.returning('key_hash').executeTakeFirst()) !== undefined
  }
  return { limited, isFirst }
}

async function take(database: Database, { key, limit, atOnce = limit, spent }: Budget) {
  const now = Date.now()
  const over = sql<boolean>`proxy_attempt.ends_at <= ${now}`
  const taken = await database
    .insertInto('proxy_attempt')
    .values({ key_hash: hashOf(key), failures: 0, running: 1, ends_at: now + windowMs })
    .onConflict((known) =>
      known
        .column('key_hash')
        .doUpdateSet({
          failures: sql<number>`case when ${over} then 0 else proxy_attempt.failures end`,
          running: sql<number>`case when ${over} then 1 else proxy_attempt.running + 1 end`,
          ends_at: sql<number>`case when ${over} then ${now + windowMs} else proxy_attempt.ends_at end`,
        })
        .where(
          sql<boolean>`${over}
            or (proxy_attempt.failures = 0 and proxy_attempt.running < ${Math.max(atOnce, limit)})
            or proxy_attempt.failures + proxy_attempt.running < ${limit}`,
        ),
    )
    .returning('key_hash')
    .executeTakeFirst()
  if (taken) return
  const row = await tallyOf(database, key)
  if (!row || row.failures < limit) throw new Problem('TOO_MANY_ATTEMPTS', undefined, { retryAfterSeconds: 1 })
  if (spent) throw new Problem(spent)
  const retryAfterSeconds = Math.max(1, Math.ceil((row.ends_at - now) / 1000))
  throw new Problem('TOO_MANY_ATTEMPTS', undefined, { retryAfterSeconds })
}

const tallyOf = (database: Database, key: string) =>
  database.selectFrom('proxy_attempt').selectAll().where('key_hash', '=', hashOf(key)).executeTakeFirst()

async function giveBack(database: Database, { key, shared = false }: Budget, end: End) {
  const clears = end === 'right' && !shared
  await database
    .updateTable('proxy_attempt')
    .set({
      running: sql<number>`case when running > 0 then running - 1 else 0 end`,
      ...(clears && { failures: 0 }),
      ...(end === 'wrong' && { failures: sql<number>`failures + 1` }),
    })
    .where('key_hash', '=', hashOf(key))
    .execute()
}

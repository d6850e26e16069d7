import { setTimeout as delay } from 'node:timers/promises'
import { type QueryExecutorProvider, sql } from 'kysely'
import { hashOf } from '#platform/digest.ts'
import { delayAfter, guessIn, purgeGuesses } from './guess-table.ts'

/** Allowed failed attempts per key, and the delays beyond. */
export type Budget = {
  key: string
  /** Failed attempts before the first delay. */
  free: number
  /** Delays after each further failure; the last one repeats. */
  delaysMs: readonly number[]
  /** The count is reset after this time without a failure. */
  forgetMs: number
  /** Success does not reset the count, since the key is shared with others. */
  shared?: boolean
}
export type End = 'right' | 'wrong' | 'unknown'
/** Creates the error for an attempt that must wait. */
type Refuse<B extends Budget> = (budget: B, retryAfterSeconds: number) => Error

/** Longer than any attempt: attempts still marked as running were left behind by a terminated process. */
const abandonedMs = 60_000
const timeoutMs = 10_000
const pollMs = 250

/**
 * Limits failed attempts with increasing delays, in the database for all processes. Attempts are counted before they
 * run; concurrent ones wait for each other and cannot bypass the limit.
 */
export function guessLimit<B extends Budget>(db: QueryExecutorProvider, table: string, refuse: Refuse<B>) {
  const here = localWaiters()

  const takeTurn = async (budget: B, signal?: AbortSignal) => {
    const giveUpAt = performance.now() + timeoutMs
    while (!(await take(db, table, budget))) {
      const waitMs = ((await guessIn(db, table, keyOf(budget)))?.blocked_until ?? 0) - Date.now()
      if (waitMs > 0) throw refuse(budget, Math.ceil(waitMs / 1000))
      if (performance.now() >= giveUpAt) throw refuse(budget, 1)
      await here.next(keyOf(budget), signal)
    }
  }

  return {
    /** Runs an attempt within all budgets; `endOf` classifies its error. */
    limited: async <T>(
      budgets: readonly B[],
      attempt: () => Promise<T>,
      endOf: (error: unknown) => End,
      signal?: AbortSignal,
    ): Promise<T> => {
      const taken: B[] = []
      let end: End = 'unknown'
      try {
        for (const budget of budgets) {
          await takeTurn(budget, signal)
          taken.push(budget)
        }
        const result = await attempt()
        end = 'right'
        return result
      } catch (error) {
        if (taken.length === budgets.length) end = endOf(error)
        throw error
      } finally {
        // Separate statements, so that no row is locked while waiting for another.
        for (const budget of taken) {
          await giveBack(db, table, budget, end)
          here.wake(keyOf(budget))
        }
        if (end === 'wrong') await purgeGuesses(db, table)
      }
    },
  }
}

/** Hashed, since users sometimes type their password into the name field. */
const keyOf = ({ key }: Budget): string => hashOf(key)

async function take(db: QueryExecutorProvider, table: string, budget: Budget): Promise<boolean> {
  const { free, forgetMs } = budget
  const now = Date.now()
  const at = sql.table(table)
  const over = sql`${at}.ends_at <= ${now}`
  const running = sql`(case when ${at}.started_at <= ${now - abandonedMs} then 0 else ${at}.running end)`
  const mayRun = sql`(case when ${at}.failures < ${free} then ${free} - ${at}.failures else 1 end)`
  const { rows } = await sql`
    insert into ${at} (key_hash, failures, running, blocked_until, started_at, ends_at)
    values (${keyOf(budget)}, 0, 1, 0, ${now}, ${now + forgetMs})
    on conflict (key_hash) do update set
      failures = case when ${over} then 0 else ${at}.failures end,
      running = case when ${over} then 1 else ${running} + 1 end,
      blocked_until = case when ${over} then 0 else ${at}.blocked_until end,
      started_at = ${now},
      ends_at = case when ${over} then ${now + forgetMs} else ${at}.ends_at end
    where ${over} or (${at}.blocked_until <= ${now} and ${running} < ${mayRun})
    returning key_hash`.execute(db)
  return rows.length > 0
}

async function giveBack(db: QueryExecutorProvider, table: string, budget: Budget, end: End) {
  const now = Date.now()
  const wait = delayAfter(budget)
  const cleared = end === 'right' && !budget.shared
  const verdict = cleared
    ? sql`, failures = 0, blocked_until = 0`
    : end === 'wrong'
      ? sql`, failures = failures + 1, blocked_until = cast(${now} as bigint) + ${wait},
          ends_at = cast(${now + budget.forgetMs} as bigint) + ${wait}`
      : sql``
  await sql`
    update ${sql.table(table)}
    set running = case when running > 0 then running - 1 else 0 end ${verdict}
    where key_hash = ${keyOf(budget)}`.execute(db)
}

/** Wakes waiting attempts of this process immediately; other processes poll. */
function localWaiters() {
  const waiting = new Map<string, Set<() => void>>()
  return {
    next: async (key: string, signal?: AbortSignal) => {
      signal?.throwIfAborted()
      const mine = waiting.get(key) ?? new Set()
      waiting.set(key, mine)
      let wake = () => {}
      const woken = new Promise<void>((resolve) => {
        wake = resolve
        mine.add(wake)
      })
      await Promise.race([woken, delay(pollMs, undefined, { ref: false })])
      mine.delete(wake)
      if (mine.size === 0) waiting.delete(key)
    },
    wake: (key: string) => waiting.get(key)?.forEach((resolve) => resolve()),
  }
}

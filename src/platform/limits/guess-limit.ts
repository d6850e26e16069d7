import { setTimeout as delay } from 'node:timers/promises'
import { type QueryExecutorProvider, sql } from 'kysely'
import { hashOf } from '#platform/digest.ts'
import { delayAfter, guessIn, purgeGuesses } from './guess-table.ts'

/** How many wrong guesses there may be for whatever the key names, and how long the next one then waits. */
export type Budget = {
  key: string
  /** Wrong guesses before the first delay. */
  free: number
  /** The delay after the last free one, after the next, and so on; the last one stays. */
  delaysMs: readonly number[]
  /** Without a wrong guess for so long, the count starts anew. */
  forgetMs: number
  /** A right guess does not clear the count: others are counted here, too. */
  shared?: boolean
}
export type End = 'right' | 'wrong' | 'unknown'
/** What is thrown where the next guess has to wait. */
type Refuse<B extends Budget> = (budget: B, retryAfterSeconds: number) => Error

/** Longer than any attempt takes: what is still counted as under way then was left behind by a process that ended. */
const abandonedMs = 60_000
const timeoutMs = 10_000
const pollMs = 250

/**
 * Limits wrong guesses with growing delays, in the database, for all processes together. A guess is counted before it
 * is made; those that are sent side by side wait for each other instead of being free.
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
    /** Run an attempt within all of these budgets; `endOf` says whether what it threw was a wrong guess. */
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
        // Each in a statement of its own: nobody waits for one row while holding another.
        for (const budget of taken) {
          await giveBack(db, table, budget, end)
          here.wake(keyOf(budget))
        }
        if (end === 'wrong') await purgeGuesses(db, table)
      }
    },
  }
}

/** What was typed is not kept: a password in the name field would be. */
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

/** Those of this process hear at once that a turn is free, those of others look again. */
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

import { type QueryExecutorProvider, sql } from 'kysely'
import { type KnownCode, Problem } from '#contract/problem.ts'
import { hashOf } from '#platform/digest.ts'
import { fairGate, type Lane } from '#platform/limits/fair-gate.ts'
import { type Budget as GuessBudget, type End, guessLimit } from '#platform/limits/guess-limit.ts'
import { countWrong, type Pace, paced } from '#platform/limits/pace.ts'
import { networkOf } from '#platform/network/address.ts'
import { requestContext } from '#platform/request-context.ts'
import type { Caller } from '#proxy/local-endpoints.ts'

export type Budget = GuessBudget & {
  /** What a guess beyond it is told; without it, how long to wait. */
  spent?: KnownCode
}
export type Limits = { budgets: readonly Budget[]; pace?: Pace; lane: Lane; signal: AbortSignal }

const table = 'proxy_attempt'
const minute = 60_000
/** How long what is used once is known to be used. */
const onceMs = 15 * minute

export type AttemptLimit = ReturnType<typeof attemptLimit>

/** Limits guessing before it reaches a server, which may have no limit of its own (decision 102). */
export function attemptLimit(database: QueryExecutorProvider) {
  const guesses = guessLimit(database, table, (budget: Budget, retryAfterSeconds) =>
    budget.spent ? new Problem(budget.spent) : wait(retryAfterSeconds),
  )
  const enter = fairGate({ concurrency: 32, strangers: 24, waitingOfPlace: 100, waiting: 1000 })

  return {
    /** Run an attempt; one that ends with a 401 was wrong, one that succeeds clears what was wrong before. */
    limited: <T>({ budgets, pace, lane, signal }: Limits, attempt: () => Promise<T>): Promise<T> =>
      guesses.limited(
        budgets,
        async () => {
          const waitSeconds = pace && (await paced(database, table, pace, signal))
          if (waitSeconds !== undefined) throw wait(waitSeconds)
          const entered = await enter(lane, () => inLane(lane, attempt)).catch(async (error: unknown) => {
            if (pace && endOf(error) === 'wrong') await countWrong(database, table, pace)
            throw error
          })
          if (!entered) throw wait(2)
          return entered.result
        },
        endOf,
        signal,
      ),

    /** Throws where somebody who is not signed in has set out too often; one of them may still go every few seconds. */
    requireSetOut: async ({ site, address, signal }: Pick<Caller, 'site' | 'address' | 'signal'>) => {
      const starts = startsOf(`cloud sign-in ${site.name} ${networkOf(address)}`)
      const waitSeconds = await paced(database, table, starts, signal)
      if (waitSeconds !== undefined) throw wait(startTurnSeconds)
      await countWrong(database, table, starts)
    },

    /** True for the first who asks with this key, in whichever process, as long as a window. */
    isFirst: async (key: string): Promise<boolean> => {
      const now = Date.now()
      const { rows } = await sql`
        insert into ${sql.table(table)} (key_hash, failures, running, blocked_until, started_at, ends_at)
        values (${hashOf(`once ${key}`)}, 0, 0, 0, ${now}, ${now + onceMs})
        on conflict (key_hash) do nothing returning key_hash`.execute(database)
      return rows.length > 0
    },
  }
}

/** The embedded services have limits of the same kind: what is known here is known there. */
const inLane = <T>({ place, isKnown }: Lane, attempt: () => Promise<T>): Promise<T> => {
  const context = requestContext.getStore()
  return context && isKnown ? requestContext.run({ ...context, knownLane: place }, attempt) : attempt()
}

/** Starts of a sign-in elsewhere, from one place. */
const startTurnSeconds = 5
const startsOf = (key: string): Pace => ({
  key,
  free: 100,
  windowMs: 10 * minute,
  turnMs: startTurnSeconds * 1000,
  maxWaitMs: 0,
})

const endOf = (error: unknown): End => (error instanceof Problem && error.status === 401 ? 'wrong' : 'unknown')
const wait = (retryAfterSeconds: number) => new Problem('TOO_MANY_ATTEMPTS', undefined, { retryAfterSeconds })

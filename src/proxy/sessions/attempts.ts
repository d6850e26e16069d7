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
  /** Error for attempts beyond the budget; by default, the time to wait. */
  spent?: KnownCode
}
export type Limits = { budgets: readonly Budget[]; pace?: Pace; lane: Lane; signal: AbortSignal }

const table = 'proxy_attempt'
const minute = 60_000
/** How long a single-use key stays marked as used. */
const onceMs = 15 * minute

export type AttemptLimit = ReturnType<typeof attemptLimit>

/** Rate limits attempts before they reach a server, which may have no limit of its own (decision 102). */
export function attemptLimit(database: QueryExecutorProvider) {
  const guesses = guessLimit(database, table, (budget: Budget, retryAfterSeconds) =>
    budget.spent ? new Problem(budget.spent) : wait(retryAfterSeconds),
  )
  const enter = fairGate({ concurrency: 32, strangers: 24, waitingOfPlace: 100, waiting: 1000 })

  return {
    /** Runs an attempt. A 401 counts as a failure; success resets the failure count. */
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

    /** Throws if an anonymous client has started too many sign-ins; further ones are allowed every few seconds. */
    requireSetOut: async ({ site, address, signal }: Pick<Caller, 'site' | 'address' | 'signal'>) => {
      const starts = startsOf(`cloud sign-in ${site.name} ${networkOf(address)}`)
      const waitSeconds = await paced(database, table, starts, signal)
      if (waitSeconds !== undefined) throw wait(startTurnSeconds)
      await countWrong(database, table, starts)
    },

    /** True for the first call with this key within the window, across processes. */
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

/** The embedded services apply the same limits, so known lanes are passed on. */
const inLane = <T>({ place, isKnown }: Lane, attempt: () => Promise<T>): Promise<T> => {
  const context = requestContext.getStore()
  return context && isKnown ? requestContext.run({ ...context, knownLane: place }, attempt) : attempt()
}

/** Sign-ins started at an identity provider, per network. */
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

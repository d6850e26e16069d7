import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import type { Lane } from '#platform/limits/fair-gate.ts'
import { type End, guessLimit } from '#platform/limits/guess-limit.ts'
import { purgeGuesses } from '#platform/limits/guess-table.ts'
import { knownPlaces } from '#platform/limits/known-places.ts'
import { countWrong, paced } from '#platform/limits/pace.ts'
import { type Guessed, knownForDays, ofPlace, signInBudgets } from '#platform/limits/sign-in-budgets.ts'
import { networkOf } from '#platform/network/address.ts'
import type { Client } from '#platform/network/client-header.ts'
import { foldName } from './accounts.ts'
import type { DesktopTables } from './tables.ts'

const table = 'sign_in_guess'
const wrong: ReadonlySet<string> = new Set(['10001', '10003', '10004'])

export type SignInLimits = ReturnType<typeof signInLimits>

/** Equal to the proxy's limits (decision 102), for callers without the proxy. */
export function signInLimits(db: Kysely<DesktopTables>) {
  const known = knownPlaces(db, 'sign_in_place')
  const guesses = guessLimit(db, table, (_budget, retryAfterSeconds) => tooMany(retryAfterSeconds))

  const laneOf = async (name: string, { address, knownLane }: Client): Promise<Lane> => {
    if (knownLane !== undefined) return { place: knownLane, isKnown: true }
    const place = networkOf(address)
    return { place, isKnown: await known.has(foldName(name), place) }
  }

  return {
    /** Runs an authentication attempt for an account, which may not exist. Throws 10005 with the time to wait. */
    limited: async <T>(what: Guessed, name: string, from: Client, attempt: (lane: Lane) => Promise<T>) => {
      const lane = await laneOf(name, from)
      const budgets = signInBudgets(what, foldName(name), lane)
      if (lane.isKnown) return guesses.limited(budgets, () => attempt(lane), endOf)
      const pace = ofPlace(`${what} from ${networkOf(from.address)}`)
      return guesses.limited(
        budgets,
        async () => {
          const waitSeconds = await paced(db, table, pace)
          if (waitSeconds !== undefined) throw tooMany(waitSeconds)
          return attempt(lane).catch(async (error: unknown) => {
            if (endOf(error) === 'wrong') await countWrong(db, table, pace)
            throw error
          })
        },
        endOf,
      )
    },

    /** Called after a complete sign-in. */
    remember: ({ name }: { name: string }, { address, knownLane }: Client) =>
      knownLane === undefined ? known.add(foldName(name), networkOf(address), knownForDays.address) : undefined,
  }
}

export const tooMany = (retryAfterSeconds: number) => new Problem('10005', undefined, { retryAfterSeconds })
const endOf = (error: unknown): End => (error instanceof Problem && wrong.has(error.code) ? 'wrong' : 'unknown')

export const purgeSignInGuesses = (db: Kysely<DesktopTables>) => purgeGuesses(db, table)

import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { inTurn, type LeaseTables } from '#platform/lease.ts'
import { oneAtATime } from '#services/one-at-a-time.ts'
import type { KeyTables } from './tables.ts'

const guesses = 5
const windowMs = 15 * 60_000

/**
 * At most five wrong passphrases in 15 minutes, across processes. Attempts are recorded beforehand, so a killed process
 * has used up its attempt.
 */
export function vaultGuesses(db: Kysely<KeyTables & LeaseTables>) {
  const oneByOne = oneAtATime()
  /** `tried` returns undefined for a wrong passphrase. Throws if no attempt is left. */
  return <T>(tried: () => Promise<T | undefined>): Promise<T | undefined> =>
    oneByOne('guess', () =>
      inTurn(db, 'vault passphrase', async () => {
        const now = Date.now()
        const at = { id: randomUUID(), at: now }
        await db
          .deleteFrom('key_vault_guess')
          .where('at', '<=', now - windowMs)
          .execute()
        const made = await db.selectFrom('key_vault_guess').select('at').orderBy('at').execute()
        if (made.length >= guesses) {
          const retryAfterSeconds = Math.ceil((Number(made[0]?.at) + windowMs - now) / 1000)
          throw new Problem('TOO_MANY_PASSPHRASES', undefined, { retryAfterSeconds })
        }
        await db.insertInto('key_vault_guess').values(at).execute()
        const right = await tried()
        if (right !== undefined) await db.deleteFrom('key_vault_guess').where('id', '=', at.id).execute()
        return right
      }),
    )
}

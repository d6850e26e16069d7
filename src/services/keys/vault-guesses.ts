import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { inTurn, type LeaseTables } from '#platform/lease.ts'
import { oneAtATime } from '#services/one-at-a-time.ts'
import type { KeyTables } from './tables.ts'

const guesses = 5
const windowMs = 15 * 60_000

/**
 * Five wrong passphrases in a quarter of an hour, over all processes on the database. A guess is written down before it
 * is tried, so a process that is killed meanwhile has used it up.
 */
export function vaultGuesses(db: Kysely<KeyTables & LeaseTables>) {
  const oneByOne = oneAtATime()
  /** `tried` answers nothing for a wrong one. Throws where no guess is left. */
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

import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { authenticatorCodes } from '#contract/desktop/authentication.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import type { SecondFactorTables } from './tables.ts'

const secretBytes = 20 // RFC 4226, 4: the length of the hash
const { period } = authenticatorCodes
/** Tolerates one time step of clock difference (RFC 6238, 5.2). */
const window = 1

/** In base32, as used by authenticator apps. */
export const newSecret = () => new Secret({ size: secretBytes }).base32

/** The time step of a valid code. */
export function stepOf(secret: string, token: string): number | undefined {
  const timestamp = Date.now()
  const delta = TOTP.validate({ ...authenticatorCodes, secret: Secret.fromBase32(secret), token, timestamp, window })
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta
}

type Db = Kysely<DesktopTables>

export const findAuthenticator = (db: Db, accountId: number) =>
  db.selectFrom('authenticator').select('sealed_secret').where('account_id', '=', accountId).executeTakeFirst()

/** Marks a time step and all earlier ones as used. Only one of concurrent uses succeeds, across processes. */
export async function takeStep(db: Db, accountId: number, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Enrolls an authenticator; the code that confirmed it is used up. */
export async function enroll(db: Db, authenticator: SecondFactorTables['authenticator']) {
  const { account_id: _, ...values } = authenticator
  await db
    .insertInto('authenticator')
    .values(authenticator)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

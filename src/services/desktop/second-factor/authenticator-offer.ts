import type { Kysely } from 'kysely'
import { enrollmentMinutes } from '#contract/desktop/account.ts'
import { Problem } from '#contract/problem.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { enroll, newSecret, stepOf } from './authenticator.ts'
import { changeSecondFactor } from './change-second-factor.ts'
import type { SecretSeal } from './secret-seal.ts'

type Db = Kysely<DesktopTables>

/** A new authenticator secret for a signed-in user; replaces the previous offer. */
export async function offerAuthenticator(db: Db, seal: SecretSeal, accountId: number): Promise<string> {
  const secret = newSecret()
  const offer = { sealed_secret: seal.seal(accountId, secret), expires_at: Date.now() + enrollmentMinutes * 60_000 }
  await db
    .insertInto('authenticator_offer')
    .values({ account_id: accountId, ...offer })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(offer))
    .execute()
  return secret
}

/** Enrolls the offered authenticator with its first correct code. */
export async function takeOffer(db: Db, seal: SecretSeal, accountId: number, code: string) {
  const offer = await db
    .selectFrom('authenticator_offer')
    .select('sealed_secret')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst()
  if (!offer) throw wrong('there is no new secret that waits for a code. Set the authenticator up again')
  const { sealed_secret } = offer
  const last_step = stepOf(seal.open(accountId, sealed_secret), code)
  if (last_step === undefined) {
    throw wrong('is not a current code of the new application. Enter the latest code, and check the clock of the phone')
  }
  await db.transaction().execute(async (transaction) => {
    const taken = await transaction
      .deleteFrom('authenticator_offer')
      .where('sealed_secret', '=', sealed_secret)
      .returning('account_id')
      .executeTakeFirst()
    if (!taken) throw wrong('another code was faster')
    await changeSecondFactor(transaction, accountId, 'authenticator')
    await enroll(transaction, { account_id: accountId, sealed_secret, last_step })
  })
}

/** Not 401, which would end the session: the caller is signed in. */
const wrong = (what: string) => new Problem('10010', `otp: ${what}`, { service: 'desktop', field: 'otp' })

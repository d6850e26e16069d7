import { randomBytes, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AuthType } from '#contract/desktop/auth-types.ts'
import { authenticatorCodes } from '#contract/desktop/authentication.ts'
import { Problem } from '#contract/problem.ts'
import type { Client } from '#platform/network/client-header.ts'
import { sha256 } from '#services/secret.ts'
import { type Account, requireEnabled } from './accounts.ts'
import { enroll, findAuthenticator, newSecret, stepOf, takeStep } from './second-factor/authenticator.ts'
import type { SecretSeal } from './second-factor/secret-seal.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { DesktopTables } from './tables.ts'

export type SendMail = (mail: { account: string; to: string; subject: string; text: string }) => Promise<void>
type Db = Kysely<DesktopTables>
type Parts = { sendMail: SendMail; seal: SecretSeal; limits: SignInLimits }
type Attempt = DesktopTables['otp_attempt']

/** The pending code step of a sign-in. `secret` is set when an authenticator is enrolled. */
export type CodeStep = { uid: string; by: Attempt['by']; account: string; secret?: string }

const lifeMs = 10 * 60_000
const triesOfAttempt = 10

/** Second sign-in step: a code by email or from an authenticator app, bound to one attempt. */
export function oneTimeCodes(db: Db, { sendMail, seal, limits }: Parts) {
  const stepAt = (uid: string, attempt: Pick<Attempt, 'account_id' | 'by' | 'sealed_secret'>, account: string) => ({
    uid,
    by: attempt.by,
    account,
    ...(attempt.sealed_secret !== null && { secret: seal.open(attempt.account_id, attempt.sealed_secret) }),
  })

  return {
    /**
     * Starts an attempt: returns its uid, and sends a code by email if that is the second factor. Ends the previous
     * attempt.
     */
    async begin(account: Account, auth_type: AuthType): Promise<CodeStep> {
      const uid = randomBytes(16).toString('hex')
      const by: Attempt['by'] = account.second_factor === 'authenticator' ? 'authenticator' : 'mail'
      const code = randomInt(10 ** authenticatorCodes.digits)
        .toString()
        .padStart(authenticatorCodes.digits, '0')
      const isNew = by === 'authenticator' && !(await findAuthenticator(db, account.id))
      const attempt = {
        uid_hash: sha256(uid),
        by,
        code_hash: by === 'mail' ? hashOf(uid, code) : '',
        // A new secret for each attempt, so that an earlier one with only the password is useless.
        sealed_secret: isNew ? seal.seal(account.id, newSecret()) : null,
        auth_type,
        tries: 0,
        expires_at: Date.now() + lifeMs,
      }
      await db
        .insertInto('otp_attempt')
        .values({ account_id: account.id, ...attempt })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(attempt))
        .execute()
      if (by === 'mail') await sendMail(mailWith(code, account))
      return stepAt(uid, { account_id: account.id, ...attempt }, account.name)
    },

    /** The pending step of an open attempt. */
    async pending(uid: string): Promise<CodeStep | undefined> {
      const attempt = await db
        .selectFrom('otp_attempt')
        .innerJoin('account', 'account.id', 'otp_attempt.account_id')
        .select(['account_id', 'by', 'sealed_secret', 'account.name'])
        .where('uid_hash', '=', sha256(uid))
        .where('tries', '<', triesOfAttempt)
        .where('expires_at', '>', Date.now())
        .executeTakeFirst()
      return attempt && stepAt(uid, attempt, attempt.name)
    },

    /** Verifies the code of an attempt and returns its account. Codes are single-use; wrong ones are counted. */
    async complete(uid: string, code: string, from: Client): Promise<{ account: Account; authType: AuthType }> {
      const attempt = await countTry(db, uid)
      if (!attempt) throw new Problem('10004')
      const account = await accountOf(db, attempt)
      await limits.limited('code', account.name, from, async () => {
        const verdict =
          attempt.by === 'mail' ? await takeMailCode(db, uid, code) : await takeCode(db, seal, attempt, code)
        if (verdict === 'right') return
        throw attempt.tries < triesOfAttempt ? new Problem('10003', reasons[verdict]) : new Problem('10004')
      })
      return { account: requireEnabled(account), authType: attempt.auth_type }
    },
  }
}

const reasons = { wrong: undefined, used: 'This code has already been used. Wait for the next one' }
type Verdict = 'right' | keyof typeof reasons

const mailWith = (code: string, account: Account) => ({
  account: account.name,
  to: account.email,
  subject: 'Your one-time code',
  text: `Someone is signing in as ${account.name}. If this is you, enter this code: ${code}\nIt can be used once and expires in ten minutes.`,
})

/** The code alone is guessable; the uid, which only the client has, is not. */
const hashOf = (uid: string, code: string) => sha256(`${uid} ${code}`)

/** Counts before verifying, so that concurrent guesses are all counted. */
const countTry = (db: Db, uid: string): Promise<Attempt | undefined> =>
  db
    .updateTable('otp_attempt')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('uid_hash', '=', sha256(uid))
    .where('tries', '<', triesOfAttempt)
    .where('expires_at', '>', Date.now())
    .returningAll()
    .executeTakeFirst()

const accountOf = (db: Db, { account_id }: Attempt): Promise<Account> =>
  db.selectFrom('account').selectAll().where('id', '=', account_id).executeTakeFirstOrThrow()

/** Deleted on use, so that only one of two concurrent uses succeeds. */
async function takeMailCode(db: Db, uid: string, code: string): Promise<Verdict> {
  const used = await db
    .deleteFrom('otp_attempt')
    .where('uid_hash', '=', sha256(uid))
    .where('code_hash', '=', hashOf(uid, code))
    .returning('account_id')
    .executeTakeFirst()
  return used ? 'right' : 'wrong'
}

/** Verifies an authenticator code with the enrolled secret, or with the one being enrolled. */
async function takeCode(db: Db, seal: SecretSeal, attempt: Attempt, code: string): Promise<Verdict> {
  const { account_id, uid_hash, sealed_secret } = attempt
  const sealed = sealed_secret ?? (await findAuthenticator(db, account_id))?.sealed_secret
  const step = sealed === undefined ? undefined : stepOf(seal.open(account_id, sealed), code)
  if (step === undefined) return 'wrong'
  return db.transaction().execute(async (transaction) => {
    if (sealed_secret === null && !(await takeStep(transaction, account_id, step))) return 'used'
    const ended = await transaction
      .deleteFrom('otp_attempt')
      .where('uid_hash', '=', uid_hash)
      .returning('account_id')
      .executeTakeFirst()
    if (!ended) return 'wrong'
    if (sealed_secret !== null) await enroll(transaction, { account_id, sealed_secret, last_step: step })
    return 'right'
  })
}

export const purgeOtpAttempts = (db: Db) => db.deleteFrom('otp_attempt').where('expires_at', '<=', Date.now()).execute()

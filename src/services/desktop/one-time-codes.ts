import { randomBytes, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { sha256 } from '#services/secret.ts'
import type { Account } from './accounts.ts'
import { failureLimit } from './failure-limit.ts'
import type { DesktopTables } from './tables.ts'

export type SendMail = (mail: { account: string; to: string; subject: string; text: string }) => Promise<void>

const lifeMs = 10 * 60_000
const triesOfAttempt = 10
const wrongCodesOfAccount = 20

/** The second step of signing in: a code by mail, bound to one attempt. */
export function oneTimeCodes(db: Kysely<DesktopTables>, sendMail: SendMail) {
  const ofAccount = failureLimit(db, wrongCodesOfAccount)

  return {
    /** Start an attempt: its uid goes to the client, its code to the mailbox. The attempt before ends. */
    async begin(account: Account): Promise<string> {
      const uid = randomBytes(16).toString('hex')
      const code = randomInt(1_000_000).toString().padStart(6, '0')
      const attempt = {
        uid_hash: sha256(uid),
        code_hash: hashOf(uid, code),
        tries: 0,
        expires_at: Date.now() + lifeMs,
      }
      await db
        .insertInto('otp_attempt')
        .values({ account_id: account.id, ...attempt })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(attempt))
        .execute()
      await sendMail({
        account: account.name,
        to: account.email,
        subject: 'Your one-time code',
        text: `Somebody signs in as ${account.name}. If it is you, enter this code: ${code}\nIt works once, for ten minutes.`,
      })
      return uid
    },

    /** The account whose attempt this code completes. The code works once; a wrong one counts. */
    async complete(uid: string, code: string): Promise<Account> {
      const attempt = await countTry(db, uid)
      if (!attempt) throw new Problem('10004')
      const subject = ['one-time code', String(attempt.account_id)]
      await ofAccount.requireOpen(...subject)
      if (await consume(db, uid, code)) {
        await ofAccount.forget(...subject)
        return db.selectFrom('account').selectAll().where('id', '=', attempt.account_id).executeTakeFirstOrThrow()
      }
      await ofAccount.count(...subject)
      throw new Problem(attempt.tries < triesOfAttempt ? '10003' : '10004')
    },
  }
}

/** The code of an attempt is guessable, the uid is not: together they are not, and only the client has the uid. */
const hashOf = (uid: string, code: string) => sha256(`${uid} ${code}`)

/** A try counts before it is judged, so that guesses sent at the same moment all count. */
const countTry = (db: Kysely<DesktopTables>, uid: string) =>
  db
    .updateTable('otp_attempt')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('uid_hash', '=', sha256(uid))
    .where('tries', '<', triesOfAttempt)
    .where('expires_at', '>', Date.now())
    .returning(['account_id', 'tries'])
    .executeTakeFirst()

/** Deleting is using: of two right codes at the same moment one wins. */
const consume = (db: Kysely<DesktopTables>, uid: string, code: string) =>
  db
    .deleteFrom('otp_attempt')
    .where('uid_hash', '=', sha256(uid))
    .where('code_hash', '=', hashOf(uid, code))
    .returning('account_id')
    .executeTakeFirst()

export const purgeOtpAttempts = (db: Kysely<DesktopTables>) =>
  db.deleteFrom('otp_attempt').where('expires_at', '<=', Date.now()).execute()

import type { Transaction } from 'kysely'
import type { Log } from '#platform/log.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { actorOf } from './acme-call.ts'
import { AcmeProblem, type ProblemDocument } from './acme-problem.ts'
import { purgeNonces } from './nonces.ts'
import { checkChallenge } from './validation/check-challenge.ts'
import type { ChallengeNetwork } from './validation/network.ts'

const maxConcurrent = 16
/** Lease: afterwards, another process may check the challenge. */
const heldMs = 60_000
const lookEveryMs = 15_000
/** Timers may fire slightly before the clock reaches their time. */
const earlyMs = 100
const purgeEveryMs = 10 * 60_000
const keptMs = 30 * 24 * 60 * 60_000
const maxPurged = 1000

type Options = Pick<KeyManagement, 'db' | 'audit'> & { network: ChallengeNetwork; log: Log; isSealed: () => boolean }

/** Validates challenges in the background, each in one process at a time, with retries. */
export function challengeQueue({ db, audit, network, log, isSealed }: Options) {
  const stopping = new AbortController()
  const running = new Map<number, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()

  const find = (id: number) =>
    db
      .selectFrom('key_acme_challenge as challenge')
      .innerJoin('key_acme_authorization as authorization', 'authorization.id', 'challenge.authorization_id')
      .innerJoin('key_acme_account as account', 'account.id', 'authorization.account_id')
      .selectAll('challenge')
      .select(['authorization.name', 'authorization.order_id', 'authorization.account_id'])
      .select(['account.thumbprint', 'account.address'])
      .where('challenge.id', '=', id)
      .where('challenge.status', '=', 'processing')
      .executeTakeFirst()
  type Found = NonNullable<Awaited<ReturnType<typeof find>>>

  async function claim(id: number): Promise<Found | undefined> {
    const found = await find(id)
    if (!found || found.next_at > Date.now() + earlyMs) return undefined
    const { numUpdatedRows } = await db
      .updateTable('key_acme_challenge')
      .set({ next_at: Date.now() + heldMs, attempts: found.attempts + 1 })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .where('attempts', '=', found.attempts)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n ? found : undefined
  }

  async function check(id: number) {
    const found = await claim(id)
    if (!found) return
    const problem = await checkChallenge(network, found, stopping.signal).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AcmeProblem) return error.document
        throw error
      },
    )
    if (stopping.signal.aborted) return
    const wait = network.retryMs[found.attempts]
    if (problem && wait !== undefined) {
      await db
        .updateTable('key_acme_challenge')
        .set({ next_at: Date.now() + wait, error: JSON.stringify(problem) })
        .where('id', '=', id)
        .where('status', '=', 'processing')
        .execute()
      later(id, wait)
      return
    }
    await db.transaction().execute((transaction) => settle(transaction, found, problem))
  }

  async function settle(transaction: Transaction<KeyTables>, found: Found, problem: ProblemDocument | undefined) {
    const now = Date.now()
    const status = problem ? 'invalid' : 'valid'
    const error = problem ? JSON.stringify(problem) : null
    const { id, authorization_id, order_id, account_id: account, name, type, address } = found
    // Writes the audit entry first, which serializes transactions, so that two concurrent validations do not miss each
    // other's authorization.
    const outcome = problem ? `not validated by ${type}: ${problem.detail}` : `validated by ${type}`
    await audit.record(transaction, actorOf({ id: account, address }, 'challenge'), `${name} ${outcome}`)
    const { numUpdatedRows } = await transaction
      .updateTable('key_acme_challenge')
      .set({ status, error, validated_at: problem ? null : now })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await transaction
      .updateTable('key_acme_authorization')
      .set({ status, changed_at: now })
      .where('id', '=', authorization_id)
      .where('status', '=', 'pending')
      .execute()
    const order = transaction.updateTable('key_acme_order').where('id', '=', order_id).where('status', '=', 'pending')
    if (problem) {
      await order.set({ status: 'invalid', error }).execute()
      return
    }
    const open = await transaction
      .selectFrom('key_acme_authorization')
      .select('id')
      .where('order_id', '=', order_id)
      .where('status', '!=', 'valid')
      .limit(1)
      .executeTakeFirst()
    if (!open) await order.set({ status: 'ready' }).execute()
  }

  function later(id: number, ms: number) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      kick(id)
    }, ms).unref()
    timers.add(timer)
  }

  function kick(id: number) {
    if (stopping.signal.aborted || isSealed() || running.has(id) || running.size >= maxConcurrent) return
    const work = check(id)
      .catch((error: unknown) => log('challenge not checked', { challenge: id, error: String(error) }))
      .finally(() => running.delete(id))
    running.set(id, work)
  }

  /** Resumes challenges of ended processes, and those beyond the concurrency limit. */
  async function look() {
    const due = await db
      .selectFrom('key_acme_challenge')
      .select('id')
      .where('status', '=', 'processing')
      .where('next_at', '<=', Date.now())
      .orderBy('next_at')
      .limit(maxConcurrent)
      .execute()
    for (const { id } of due) kick(id)
  }

  const failed = (error: unknown) => log('challenges not looked at', { error: String(error) })
  const looking = setInterval(() => void look().catch(failed), lookEveryMs).unref()
  const purging = setInterval(() => void purge(db).catch(failed), purgeEveryMs).unref()

  return {
    kick,
    close: async () => {
      stopping.abort()
      clearInterval(looking)
      clearInterval(purging)
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}

/** Deletes used nonces and failed orders in batches. */
async function purge(db: KeyManagement['db']) {
  await purgeNonces(db)
  const old = await db
    .selectFrom('key_acme_order')
    .select('id')
    .where('certificate', 'is', null)
    .where('expires', '<', Date.now() - keptMs)
    .limit(maxPurged)
    .execute()
  if (old.length === 0) return
  const orders = old.map(({ id }) => id)
  await db.transaction().execute(async (transaction) => {
    const authorizations = transaction.selectFrom('key_acme_authorization').select('id').where('order_id', 'in', orders)
    await transaction.deleteFrom('key_acme_challenge').where('authorization_id', 'in', authorizations).execute()
    await transaction.deleteFrom('key_acme_authorization').where('order_id', 'in', orders).execute()
    await transaction.deleteFrom('key_acme_order').where('id', 'in', orders).execute()
  })
}

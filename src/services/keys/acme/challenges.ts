import type { KeyManagement } from '#services/keys/key-management.ts'
import { requireValid } from './accounts.ts'
import { type AcmeAnswer, requireAccount, type SignedCall } from './acme-call.ts'
import { AcmeProblem, notFound } from './acme-problem.ts'
import type { challengeQueue } from './challenge-queue.ts'
import { authorizationStatus, challengeView } from './order-view.ts'
import { type acmeOrders, numberIn } from './orders.ts'

const retryAfterSeconds = 2

/** RFC 8555, 7.5.1: the client requests validation, or the status. */
export const acmeChallenges = (
  { db }: Pick<KeyManagement, 'db'>,
  orders: ReturnType<typeof acmeOrders>,
  queue: ReturnType<typeof challengeQueue>,
) => {
  const find = (id: string) =>
    db.selectFrom('key_acme_challenge').selectAll().where('id', '=', numberIn(id)).executeTakeFirst()

  return async (call: SignedCall): Promise<AcmeAnswer> => {
    const account = requireAccount(call)
    const challenge = await find(call.id)
    if (!challenge) throw notFound()
    const authorization = await orders.requireAuthorization(account, String(challenge.authorization_id))
    // An empty object requests validation; POST-as-GET only returns the status.
    if (call.payload && challenge.status === 'pending') {
      requireValid(account)
      const order = await orders.requireOrder(account, String(authorization.order_id))
      const status = authorizationStatus(authorization, order)
      if (status !== 'pending') throw new AcmeProblem('malformed', `The authorization is ${status}`)
      await db
        .updateTable('key_acme_challenge')
        .set({ status: 'processing', next_at: Date.now() })
        .where('id', '=', challenge.id)
        .where('status', '=', 'pending')
        .execute()
      queue.kick(challenge.id)
    }
    const now = (await find(call.id)) ?? challenge
    return {
      status: 200,
      body: challengeView(call.base, now),
      headers: {
        link: `<${call.base}/authorization/${authorization.id}>;rel="up"`,
        ...(now.status === 'processing' && { 'retry-after': String(retryAfterSeconds) }),
      },
    }
  }
}

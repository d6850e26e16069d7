import { randomInt } from 'node:crypto'
import type { Actor } from '#services/keys/audit.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'

/** Random position in the renewal window (RFC 9773, 4.2), in thousandths. */
export const newShare = () => randomInt(1000)

/** Enables or disables automatic renewal of a request's certificate. */
export async function setRenewal(
  { db, audit }: Pick<KeyManagement, 'db' | 'audit'>,
  actor: Actor,
  { id: request_id, renews }: { id: number; renews: boolean },
) {
  const order = await db
    .selectFrom('key_acme_request')
    .select(['server', 'certificate_id', 'renewal_start'])
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  if (!order) throw refused('CSR_ID', 'This request was not ordered by ACME')
  if (renews && order.certificate_id === null)
    throw refused('CSR_ID', 'The first certificate of this request is not here yet; fulfill its order first')
  const now = Date.now()
  const row = { request_id, share: newShare(), set_by: actor.username, set_at: now, next_at: now, due_at: null }
  const begun = { ...row, renewed_at: null, failures: 0, problem: null, failed_at: null }
  const what = renews ? `is renewed at “${order.server}” automatically` : 'is not renewed automatically any more'
  await db.transaction().execute(async (transaction) => {
    await audit.record(transaction, actor, `The certificate of request ${request_id} ${what}`)
    await transaction.deleteFrom('key_acme_renewal').where('request_id', '=', request_id).execute()
    if (renews) await transaction.insertInto('key_acme_renewal').values(begun).execute()
  })
}

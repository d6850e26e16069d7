import { Problem } from '#contract/problem.ts'
import { Refusal } from '#crypto/refusal.ts'
import { derOf } from '#services/keys/certificate-store.ts'
import { reasonOf } from '#services/keys/deployment/deploy-files.ts'
import { requireServers } from '#services/keys/deployment/server-store.ts'
import { requireRequest } from '#services/keys/issuing/request-store.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { publishFiles } from './challenge-files.ts'
import { isBeingChecked, type Order, orderCheck, shownIn } from './check-order.ts'
import { namesOf, placeOrder, renewalWindow, type RenewalWindow } from './outside-order.ts'
import { overSession, serverOf } from './outside-servers.ts'
import { dueIn, lookAfter, defaultWindow, waitAfter } from './renewal-time.ts'
import { newShare } from './set-renewal.ts'

type Renewal = KeyTables['key_acme_renewal']
type Certificate = Pick<KeyTables['key_certificate'], 'der' | 'not_before' | 'not_after'>

const maxAtOnce = 8
/** Longer than an order takes. If a process ends meanwhile, another one continues. */
const heldMs = 15 * 60_000
const waitingMs = 3_600_000
/** Orders usually expire after seven days, so unfulfilled ones are placed again. */
const staleMs = 6 * 24 * 3_600_000

/** Renews due certificates at external authorities. Failures are stored and retried. */
export function acmeRenewals(parts: KeyManagement) {
  const { db, audit } = parts
  const { requireServer, finish, cleanUp } = orderCheck(parts)

  const ofRequest = (id: number) => db.updateTable('key_acme_renewal').where('request_id', '=', id)

  async function claim({ request_id, next_at }: Renewal): Promise<boolean> {
    const { numUpdatedRows } = await ofRequest(request_id)
      .set({ next_at: Date.now() + heldMs })
      .where('next_at', '=', next_at)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  const findOrder = (id: number): Promise<Order | undefined> =>
    db.selectFrom('key_acme_request').selectAll().where('request_id', '=', id).executeTakeFirst()

  const findCertificate = async ({ certificate_id: id }: Order): Promise<Certificate | undefined> =>
    id === null
      ? undefined
      : db
          .selectFrom('key_certificate')
          .select(['der', 'not_before', 'not_after'])
          .where('id', '=', id)
          .executeTakeFirst()

  async function renew(renewal: Renewal) {
    const { request_id } = renewal
    const order = await findOrder(request_id)
    const certificate = order && (await findCertificate(order))
    if (!order || !certificate) return end(renewal)
    const now = Date.now()
    if (order.status === 'pending' && now - order.ordered_at < staleMs) return later(request_id, waitingMs)
    if (isBeingChecked(order)) return later(request_id, heldMs)
    if (order.status === 'valid') {
      const window = await windowOf(order, certificate)
      const due_at = dueIn(window, renewal.share)
      const isDue = due_at <= now
      const planned = { next_at: lookAfter(due_at, now), failures: 0, problem: null, failed_at: null }
      await ofRequest(request_id)
        .set({ due_at, ...(!isDue && planned) })
        .execute()
      if (!isDue) return
    }
    await place(renewal, order, certificate)
    const outcome = await findOrder(request_id)
    if (outcome?.status === 'valid') await renewed(renewal)
    else if (outcome?.status === 'invalid') throw new Refusal('not-allowed', outcome.problem ?? 'The order failed')
    else await later(request_id, waitingMs)
  }

  const later = (id: number, ms: number) =>
    ofRequest(id)
      .set({ next_at: Date.now() + ms })
      .execute()

  /** Called when the certificate no longer exists. */
  async function end(renewal: Renewal) {
    await db.deleteFrom('key_acme_renewal').where('request_id', '=', renewal.request_id).execute()
    await audit.note(
      actorOf(renewal),
      `Automatic renewal of request ${renewal.request_id} ended: its certificate was deleted`,
    )
  }

  const renewed = ({ request_id }: Renewal) => {
    const now = Date.now()
    return ofRequest(request_id)
      .set({ share: newShare(), renewed_at: now, next_at: now, failures: 0, problem: null, failed_at: null })
      .execute()
  }

  /** The currently suggested window, or the previous one if the authority is unavailable. */
  async function windowOf(order: Order, certificate: Certificate): Promise<RenewalWindow> {
    const server = serverOf(parts, await requireServer(order.server))
    const { renewal_start: start, renewal_end: finish } = order
    const kept = start === null || finish === null ? undefined : { start, end: finish }
    const asked = await overSession(parts, server, 'server', (session) => renewalWindow(session, derOf(certificate)))
      .then((window) => window ?? defaultWindow(certificate))
      .catch(() => kept ?? defaultWindow(certificate))
    await db
      .updateTable('key_acme_request')
      .set({ renewal_start: Math.round(asked.start), renewal_end: Math.round(asked.end) })
      .where('request_id', '=', order.request_id)
      .execute()
    return asked
  }

  /** Places a new order and fulfills it if possible automatically; otherwise, it waits for a user. */
  async function place(renewal: Renewal, before: Order, certificate: Certificate) {
    const { request_id, challenge, published_on, web_root } = before
    const actor = actorOf(renewal)
    const request = await requireRequest(db, String(request_id))
    const server = serverOf(parts, await requireServer(before.server))
    const wish = { names: namesOf(request), type: challenge, replaced: derOf(certificate) }
    const placed = await overSession(parts, server, 'server', (session) => placeOrder(session, wish))
    const changed = {
      url: placed.url,
      status: 'pending',
      challenges: JSON.stringify(placed.challenges),
      problem: null,
      ordered_at: Date.now(),
      checked_at: null,
    }
    await db.transaction().execute(async (transaction) => {
      await audit.record(transaction, actor, `Request ${request_id} ordered from “${before.server}” to be renewed`)
      await transaction.updateTable('key_acme_request').set(changed).where('request_id', '=', request_id).execute()
    })
    const order = { ...before, ...changed }
    const open = placed.challenges.filter(({ isDone }) => !isDone)
    if (open.length > 0) {
      if (challenge !== 'http-01' || published_on === null || web_root === null) return
      const [host] = await requireServers(db, published_on)
      if (!host) throw new Error('Refused where there is none')
      await publishFiles(parts, { server: host, webRoot: web_root, challenges: shownIn(order) }).catch(
        async (error: unknown) => {
          await cleanUp(actor, order)
          throw new Refusal('not-allowed', `Files not published on “${published_on}”: ${reasonOf(error)}`)
        },
      )
    }
    await finish(actor, order)
  }

  async function failed(renewal: Renewal, error: unknown) {
    if (parts.stopping?.aborted) return
    const isKnown = error instanceof Problem || error instanceof Refusal
    const problem = isKnown ? error.message.replace(/^\w+: /, '').slice(0, 2000) : 'The service could not renew it'
    const now = Date.now()
    const failures = renewal.failures + 1
    await ofRequest(renewal.request_id)
      .set({ failures, problem, failed_at: now, next_at: now + waitAfter(failures) })
      .execute()
    // The current order does not need a user.
    await db
      .updateTable('key_acme_request')
      .set({ status: 'invalid', problem })
      .where('request_id', '=', renewal.request_id)
      .where('status', '=', 'pending')
      .execute()
    await audit.note(actorOf(renewal), `Request ${renewal.request_id} not renewed: ${problem}`)
  }

  return {
    /** Processes due renewals, within the limit of concurrent ones. */
    async look() {
      const due = await db
        .selectFrom('key_acme_renewal')
        .selectAll()
        .where('next_at', '<=', Date.now())
        .orderBy('next_at')
        .limit(maxAtOnce)
        .execute()
      await Promise.all(
        due.map(async (renewal) => {
          if (!(await claim(renewal))) return
          await renew(renewal).catch((error: unknown) => failed(renewal, error))
        }),
      )
    },
  }
}

const actorOf = ({ set_by }: Pick<Renewal, 'set_by'>) => ({
  operation: 'setAcmeRenewal',
  username: set_by,
  address: '',
  keyId: 0,
})

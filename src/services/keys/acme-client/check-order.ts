import { X509Certificate } from 'node:crypto'
import { Problem } from '#contract/problem.ts'
import { Refusal } from '#crypto/refusal.ts'
import type { Actor } from '#services/keys/audit.ts'
import { storeAll } from '#services/keys/certificates/add-certificate.ts'
import { reasonOf } from '#services/keys/deployment/deploy-files.ts'
import { savedServers } from '#services/keys/deployment/server-store.ts'
import { digestStoredKeys } from '#services/keys/issuing/answers.ts'
import { requireRequest } from '#services/keys/issuing/request-store.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { removeFiles } from './challenge-files.ts'
import { finishOrder, renewalWindow, type ChallengeRecord } from './outside-order.ts'
import { findServer, overSession, serverOf } from './outside-servers.ts'

export type Order = KeyTables['key_acme_request']

/** Older checks were abandoned by a process that ended. */
const givenUpMs = 6 * 60_000

/** Whether any process is currently checking it. */
export const isBeingChecked = ({ status, checked_at }: Order) =>
  status === 'processing' && Date.now() - (checked_at ?? 0) < givenUpMs

/** Requests validation of an order's challenges, and downloads the certificate. */
export function orderCheck(parts: KeyManagement) {
  const { db, audit, work } = parts

  async function requireServer(name: string) {
    const found = await findServer(parts, name)
    if (!found) throw refused('server', `There is no account “${name}”; add the authority first`)
    return found
  }

  const markChecked = ({ request_id }: Order) =>
    db
      .updateTable('key_acme_request')
      .set({ status: 'processing', problem: null, checked_at: Date.now() })
      .where('request_id', '=', request_id)
      .execute()

  /** Runs in the background; the list shows the result. */
  async function begin(actor: Actor, order: Order) {
    await markChecked(order)
    const running = check(actor, order)
      .then(() => cleanUp(actor, order))
      .catch(() => undefined) // the next request checks again
    parts.inBackground?.(running)
  }

  /** Waits for the result. */
  async function finish(actor: Actor, order: Order) {
    await markChecked(order)
    await check(actor, order)
    await cleanUp(actor, order)
  }

  /** Removes published files that are no longer needed. */
  async function cleanUp(actor: Actor, order: Order) {
    const { request_id, challenge, published_on, web_root } = order
    if (challenge !== 'http-01' || published_on === null || web_root === null || parts.stopping?.aborted) return
    const [server] = await savedServers(db, published_on)
    try {
      if (server) await removeFiles(parts, { server, webRoot: web_root, challenges: shownIn(order) })
    } catch (error) {
      const what = `Files of the ACME order of request ${request_id} not removed from “${published_on}”`
      await audit.note(actor, `${what}: ${reasonOf(error)}`)
    }
  }

  async function check(actor: Actor, row: Order) {
    const kept = db.updateTable('key_acme_request').where('request_id', '=', row.request_id).where('url', '=', row.url)
    try {
      const request = await requireRequest(db, String(row.request_id))
      const server = serverOf(parts, await requireServer(row.server))
      await overSession(parts, server, 'server', async (session) => {
        const order = { url: row.url, type: row.challenge, request, signal: parts.stopping }
        const pem = await finishOrder(session, order)
        const imported = await work.run('importCertificateFile', [new TextEncoder().encode(pem), ''])
        await digestStoredKeys(db)
        await db.transaction().execute(async (transaction) => {
          const protection = { passphrase: '', storeType: '' }
          await storeAll(parts, transaction, actor, { ...imported, ...protection })
          const what = `Certificate “${request.common_name}” of “${row.server}” obtained by ACME for request ${row.request_id}`
          await audit.record(transaction, actor, what)
        })
        const { raw, fingerprint256 } = new X509Certificate(pem)
        const certificate = await db
          .selectFrom('key_certificate')
          .select('id')
          .where('sha256', '=', fingerprint256)
          .executeTakeFirst()
        const window = await renewalWindow(session, Uint8Array.from(raw)).catch(() => undefined)
        await kept
          .set({
            status: 'valid',
            problem: null,
            certificate_id: certificate?.id ?? null,
            renewal_start: window?.start ?? null,
            renewal_end: window?.end ?? null,
            checked_at: Date.now(),
          })
          .execute()
      })
    } catch (error) {
      if (parts.stopping?.aborted) return
      const isKnown = error instanceof Problem || error instanceof Refusal
      const problem = isKnown
        ? error.message.replace(/^\w+: /, '')
        : 'The certificate could not be fetched; check again'
      await kept.set({ status: 'invalid', problem, checked_at: Date.now() }).execute()
    }
  }

  /** A pending order that is not being checked. */
  async function requireOpen(CSR_ID: string): Promise<Order> {
    const row = await db
      .selectFrom('key_acme_request')
      .selectAll()
      .where('request_id', '=', Number(CSR_ID))
      .executeTakeFirst()
    if (!row) throw refused('CSR_ID', 'This request was not ordered by ACME')
    if (row.status === 'valid') throw refused('CSR_ID', 'The certificate of this order is already here')
    if (isBeingChecked(row)) throw refused('CSR_ID', 'The order is being checked; the result follows')
    return row
  }

  return { requireServer, requireOpen, begin, finish, cleanUp }
}

export const shownIn = ({ challenges }: Pick<Order, 'challenges'>) => JSON.parse(challenges) as ChallengeRecord[]

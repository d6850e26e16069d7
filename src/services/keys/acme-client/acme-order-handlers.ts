import { X509Certificate } from 'node:crypto'
import type { acmeOrderRows } from '#contract/keys/acme-orders.ts'
import { Problem } from '#contract/problem.ts'
import { Refusal } from '#crypto/refusal.ts'
import { keepAll } from '#services/keys/certificates/add-certificate.ts'
import { digestKeptKeys } from '#services/keys/issuing/answers.ts'
import { requireRequest } from '#services/keys/issuing/request-store.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { finishOrder, namesOf, placeOrder, renewalWindow, type Shown } from './outside-order.ts'
import { findServer, newAccountKey, overSession, sealedKey, serverOf } from './outside-servers.ts'

const mostServers = 50
/** A check that is older was given up: its process ended. */
const givenUpMs = 6 * 60_000

/** Ours: certificates of authorities elsewhere, ordered by ACME. */
export function acmeOrderHandlers(parts: KeyManagement): Handlers<typeof acmeOrderRows, KeyCall> {
  const { db, audit, work } = parts

  async function requireServer(name: string) {
    const found = await findServer(parts, name)
    if (!found) throw refused('server', `There is no account “${name}”; add the authority first`)
    return found
  }

  async function check(call: KeyCall, row: KeyTables['key_acme_request']) {
    const kept = db.updateTable('key_acme_request').where('request_id', '=', row.request_id).where('url', '=', row.url)
    try {
      const request = await requireRequest(db, String(row.request_id))
      const server = serverOf(parts, await requireServer(row.server))
      await overSession(parts, server, 'server', async (session) => {
        const order = { url: row.url, type: row.challenge, request, signal: parts.stopping }
        const pem = await finishOrder(session, order)
        const imported = await work.run('importCertificateFile', [new TextEncoder().encode(pem), ''])
        await digestKeptKeys(db)
        await db.transaction().execute(async (transaction) => {
          const protection = { passphrase: '', storeType: '' }
          await keepAll(parts, transaction, call, { ...imported, ...protection })
          const what = `Certificate “${request.common_name}” of “${row.server}” obtained by ACME for request ${row.request_id}`
          await audit.record(transaction, call, what)
        })
        const certificate = await db
          .selectFrom('key_certificate')
          .select('id')
          .where('sha256', '=', new X509Certificate(pem).fingerprint256)
          .executeTakeFirst()
        const window = await renewalWindow(session, pem).catch(() => undefined)
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

  return {
    listAcmeServers: async () => {
      const rows = await db.selectFrom('key_acme_server').selectAll().orderBy('name').execute()
      return {
        rows: rows.map(({ name, directory, contact, terms, created_by, created_at }) => ({
          name,
          directory,
          contact,
          terms: terms ?? undefined,
          createdBy: created_by,
          CreationTime: wireTime(created_at),
        })),
      }
    },

    addAcmeServer: async ({ name, directory, contact = '', acceptTerms, keyId = '', hmacKey = '', ca = '' }, call) => {
      requireName('name', name)
      if (await findServer(parts, name)) throw refused('name', `An account “${name}” already exists`)
      if ((keyId === '') !== (hmacKey === ''))
        throw refused('hmacKey', 'Enter both the key identifier and the HMAC key')
      if (ca !== '' && !ca.includes('-----BEGIN CERTIFICATE-----')) throw refused('ca', 'Enter certificates as PEM')
      const accountKey = await newAccountKey()
      const server = { directory, accountKey, ...(ca !== '' && { ca }) }
      const registered = await inWireWords({ file: 'directory' }, () =>
        overSession(parts, server, 'directory', async (session) => {
          const { meta: { termsOfService, externalAccountRequired } = {} } = await session.directory()
          if (termsOfService !== undefined && !acceptTerms)
            throw refused('acceptTerms', `Read and accept the terms of service: ${termsOfService.slice(0, 500)}`)
          if (externalAccountRequired && keyId === '')
            throw refused('keyId', 'This authority requires external account binding; enter the key that it gave you')
          const account = await session.register({
            contact: contact === '' ? [] : [`mailto:${contact}`],
            ...(keyId !== '' && { binding: { keyId, hmacKey } }),
          })
          return { account, terms: termsOfService ?? null }
        }),
      )
      await db.transaction().execute(async (transaction) => {
        await audit.record(transaction, call, `ACME account “${name}” registered at ${directory}`)
        const { count } = await transaction
          .selectFrom('key_acme_server')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (count >= mostServers) throw refused('name', `At most ${mostServers} accounts are kept`)
        await transaction
          .insertInto('key_acme_server')
          .values({
            name,
            directory,
            contact,
            ...registered,
            ca: ca === '' ? null : ca,
            sealed_key: sealedKey(parts, name, accountKey),
            version: 1,
            created_by: call.username,
            created_at: Date.now(),
          })
          .execute()
      })
      return { message: 'Account registered successfully' }
    },

    removeAcmeServer: async ({ name }, call) => {
      await requireServer(name)
      await db.transaction().execute(async (transaction) => {
        await audit.record(transaction, call, `ACME account “${name}” deleted`)
        await transaction.deleteFrom('key_acme_server').where('name', '=', name).execute()
      })
      return { message: 'Account deleted successfully' }
    },

    listAcmeRequests: async () => {
      const rows = await db.selectFrom('key_acme_request').selectAll().orderBy('request_id', 'desc').execute()
      return { rows: rows.map(requestRow) }
    },

    orderByAcme: async ({ CSR_ID, server: name, challenge }, call) => {
      const request = await requireRequest(db, CSR_ID)
      const names = await inWireWords({ file: 'CSR_ID' }, () => namesOf(request))
      const server = await requireServer(name)
      if (challenge === 'http-01' && names.some((one) => one.startsWith('*.')))
        throw refused('challenge', 'A wildcard is proved by a DNS record; choose dns-01')
      const order = await inWireWords({ file: 'server' }, () =>
        overSession(parts, serverOf(parts, server), 'server', (session) => placeOrder(session, names, challenge)),
      )
      const row = {
        request_id: request.id,
        server: name,
        challenge,
        url: order.url,
        status: 'pending',
        challenges: JSON.stringify(order.challenges),
        problem: null,
        certificate_id: null,
        renewal_start: null,
        renewal_end: null,
        ordered_at: Date.now(),
        checked_at: null,
      }
      await db.transaction().execute(async (transaction) => {
        await audit.record(transaction, call, `Request ${request.id} ordered from “${name}” by ACME`)
        await transaction
          .insertInto('key_acme_request')
          .values(row)
          .onConflict((conflict) => conflict.column('request_id').doUpdateSet(row))
          .execute()
      })
      return { message: 'Order placed successfully' }
    },

    continueAcmeOrder: async ({ CSR_ID }, call) => {
      const row = await db
        .selectFrom('key_acme_request')
        .selectAll()
        .where('request_id', '=', Number(CSR_ID))
        .executeTakeFirst()
      if (!row) throw refused('CSR_ID', 'This request was not ordered by ACME')
      if (row.status === 'valid') throw refused('CSR_ID', 'The certificate of this order is already here')
      const now = Date.now()
      if (row.status === 'processing' && now - (row.checked_at ?? 0) < givenUpMs)
        throw refused('CSR_ID', 'The order is being checked; the result follows')
      await db
        .updateTable('key_acme_request')
        .set({ status: 'processing', problem: null, checked_at: now })
        .where('request_id', '=', row.request_id)
        .execute()
      const running = check(call, row).catch(() => undefined) // the next one who asks checks again
      parts.inBackground?.(running)
      return { message: 'The authority checks the challenges' }
    },
  }
}

const requestRow = (row: KeyTables['key_acme_request']) => ({
  CSR_ID: row.request_id,
  server: row.server,
  challenge: row.challenge,
  status: row.status,
  problem: row.problem ?? undefined,
  OrderTime: wireTime(row.ordered_at),
  CheckTime: row.checked_at === null ? undefined : wireTime(row.checked_at),
  CertID: row.certificate_id ?? undefined,
  RenewalStart: row.renewal_start === null ? undefined : wireTime(row.renewal_start),
  RenewalEnd: row.renewal_end === null ? undefined : wireTime(row.renewal_end),
  challenges: JSON.parse(row.challenges) as Shown[],
})

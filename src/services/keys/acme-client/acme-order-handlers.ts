import type { acmeOrderRows } from '#contract/keys/acme-orders.ts'
import { Problem } from '#contract/problem.ts'
import { reasonOf } from '#services/keys/deployment/deploy-files.ts'
import { requireServers } from '#services/keys/deployment/server-store.ts'
import { requireRequest } from '#services/keys/issuing/request-store.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { publishFiles } from './challenge-files.ts'
import { type Order, orderCheck, shownIn } from './check-order.ts'
import { namesOf, placeOrder } from './outside-order.ts'
import { setRenewal } from './set-renewal.ts'
import { findServer, newAccountKey, overSession, sealedKey, serverOf } from './outside-servers.ts'

const maxServers = 50

/** Extension: certificates ordered from external authorities by ACME. */
export function acmeOrderHandlers(parts: KeyManagement): Handlers<typeof acmeOrderRows, KeyCall> {
  const { db, audit } = parts
  const { requireServer, requireOpen, begin, cleanUp } = orderCheck(parts)

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
        if (count >= maxServers) throw refused('name', `At most ${maxServers} accounts are kept`)
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
      const rows = await db
        .selectFrom('key_acme_request as request')
        .leftJoin('key_acme_renewal as renewal', 'renewal.request_id', 'request.request_id')
        .leftJoin('key_certificate as certificate', 'certificate.id', 'request.certificate_id')
        .selectAll('request')
        .select(['renewal.set_at', 'renewal.due_at', 'renewal.renewed_at', 'renewal.failed_at'])
        .select('renewal.problem as renewal_problem')
        .select((eb) =>
          eb
            .or([
              eb.exists(eb.selectFrom('key_deployment').select('server').whereRef('sha256', '=', 'certificate.sha256')),
              eb.exists(
                eb.selectFrom('key_certificate_place').select('host').whereRef('certificate_id', '=', 'certificate.id'),
              ),
            ])
            .as('is_in_use'),
        )
        .orderBy('request.request_id', 'desc')
        .execute()
      return { rows: rows.map(requestRow) }
    },

    orderByAcme: async ({ CSR_ID, server: name, challenge }, call) => {
      const request = await requireRequest(db, CSR_ID)
      const names = await inWireWords({ file: 'CSR_ID' }, () => namesOf(request))
      const server = await requireServer(name)
      if (challenge === 'http-01' && names.some(({ value }) => value.startsWith('*.')))
        throw refused('challenge', 'A wildcard is proved by a DNS record; choose dns-01')
      if (challenge === 'dns-01' && names.some(({ type }) => type === 'ip'))
        throw refused('challenge', 'An IP address is proved by a file; choose http-01')
      const order = await inWireWords({ file: 'server' }, () =>
        overSession(parts, serverOf(parts, server), 'server', (session) =>
          placeOrder(session, { names, type: challenge }),
        ),
      )
      const row = {
        request_id: request.id,
        server: name,
        challenge,
        url: order.url,
        status: 'pending',
        challenges: JSON.stringify(order.challenges),
        problem: null,
        published_on: null,
        web_root: null,
        ordered_at: Date.now(),
        checked_at: null,
      }
      await db.transaction().execute(async (transaction) => {
        await audit.record(transaction, call, `Request ${request.id} ordered from “${name}” by ACME`)
        await transaction
          .insertInto('key_acme_request')
          .values({ ...row, certificate_id: null, renewal_start: null, renewal_end: null })
          .onConflict((conflict) => conflict.column('request_id').doUpdateSet(row))
          .execute()
      })
      return { message: 'Order placed successfully' }
    },

    continueAcmeOrder: async ({ CSR_ID }, call) => {
      await begin(call, await requireOpen(CSR_ID))
      return { message: 'The authority checks the challenges' }
    },

    publishAcmeFiles: async ({ CSR_ID, serverName, webRoot }, call) => {
      const order = await requireOpen(CSR_ID)
      if (order.challenge !== 'http-01') throw refused('CSR_ID', 'This order is proved by DNS records, not by files')
      const [server] = await requireServers(db, serverName)
      if (!server) throw new Error('Refused where there is none')
      const placed = { ...order, published_on: server.name, web_root: webRoot }
      await db.transaction().execute(async (transaction) => {
        await audit.record(
          transaction,
          call,
          `Files of the ACME order of request ${CSR_ID} on the way to “${server.name}”`,
        )
        await transaction
          .updateTable('key_acme_request')
          .set({ published_on: server.name, web_root: webRoot })
          .where('request_id', '=', order.request_id)
          .execute()
      })
      await publishFiles(parts, { server, webRoot, challenges: shownIn(order) }).catch(async (error: unknown) => {
        await cleanUp(call, placed)
        throw error instanceof Problem && error.field === 'webRoot' ? error : refused('serverName', reasonOf(error))
      })
      await begin(call, placed)
      return { message: `The files are on “${server.name}”; the authority checks them` }
    },

    setAcmeRenewal: async ({ CSR_ID, renews }, call) => {
      await setRenewal(parts, call, { id: Number(CSR_ID), renews })
      return { message: renews ? 'The certificate is renewed automatically' : 'Automatic renewal is off' }
    },
  }
}

type Listed = Order & {
  set_at: number | null
  due_at: number | null
  renewed_at: number | null
  failed_at: number | null
  renewal_problem: string | null
  is_in_use: unknown
}
const timeIn = (at: number | null) => (at === null ? undefined : wireTime(at))

const requestRow = (row: Listed) => ({
  CSR_ID: row.request_id,
  server: row.server,
  challenge: row.challenge,
  status: row.status,
  problem: row.problem ?? undefined,
  OrderTime: wireTime(row.ordered_at),
  CheckTime: timeIn(row.checked_at),
  CertID: row.certificate_id ?? undefined,
  RenewalStart: timeIn(row.renewal_start),
  RenewalEnd: timeIn(row.renewal_end),
  renews: row.set_at !== null,
  RenewalPlanned: timeIn(row.due_at),
  RenewedAt: timeIn(row.renewed_at),
  renewalProblem: row.renewal_problem ?? undefined,
  RenewalFailedAt: timeIn(row.failed_at),
  isInUse: row.certificate_id === null ? undefined : Boolean(row.is_in_use),
  serverName: row.published_on ?? undefined,
  webRoot: row.web_root ?? undefined,
  challenges: shownIn(row),
})

import { createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import { Problem } from '#contract/problem.ts'
import { writePem } from '#crypto/pem.ts'
import { keyDigest } from '#crypto/private-key/key-digest.ts'
import { Refusal } from '#crypto/refusal.ts'
import { issuableName } from '#crypto/x509/alternative-name.ts'
import type { RequestSummary } from '#crypto/x509/request.ts'
import { chainInStore } from '#services/keys/certificate-store.ts'
import type { Signable } from '#services/keys/issuing/request-store.ts'
import { rootSigning } from '#services/keys/issuing/sign-stored-request.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { requireValid } from './accounts.ts'
import {
  type AcmeAccount,
  type AcmeAnswer,
  type AcmeOrder,
  actorOf,
  requireAccount,
  requirePayload,
  type SignedCall,
} from './acme-call.ts'
import { type AcmeIdentifier, AcmeProblem, notFound } from './acme-problem.ts'
import { findAuthority } from './acme-rules.ts'
import { identifiersOf, orderStatus, orderView } from './order-view.ts'
import type { acmeOrders } from './orders.ts'

const longestRequest = 30_000 // characters
const deadlineMs = 10_000
const dayMs = 24 * 60 * 60_000

/** finalize and certificate (RFC 8555, 7.4 and 7.4.2). Certificates are issued like all of an internal authority. */
export function acmeIssuing(parts: KeyManagement, orders: ReturnType<typeof acmeOrders>) {
  const { db, work } = parts
  const sign = rootSigning(parts)

  /** Validates a CSR: signed by its key, with exactly the names of the order. */
  async function requestOf(given: unknown, order: AcmeOrder, account: AcmeAccount) {
    if (typeof given !== 'string' || given.length > longestRequest || !/^[\w-]+$/.test(given))
      throw new AcmeProblem('badCSR', 'csr must be a request in DER, base64url-encoded')
    const { request, summary } = await work
      .run('openRequestFile', [Uint8Array.from(Buffer.from(given, 'base64url'))], { deadlineMs })
      .catch((error: unknown) => {
        throw error instanceof Refusal && isOfInput(error) ? new AcmeProblem('badCSR', error.message) : error
      })
    requireNames(summary, order)
    if (keyDigest(summary.publicKey) === accountKeyDigest(account))
      throw new AcmeProblem('badCSR', 'The key of the account must not be the key of a certificate')
    return request
  }

  async function issue(call: SignedCall, order: AcmeOrder, account: AcmeAccount, given: unknown) {
    const authority = await findAuthority(db, order.issuer)
    if (!authority) throw notFound()
    const request: Signable = {
      der: await requestOf(given, order, account),
      name: `ACME order ${order.id} of account ${account.id}`,
      numbers: [],
      profile: null,
      validity: '',
      storeType: '',
      email: '',
      secrets: { privateKey: undefined, passphrase: undefined },
      settle: async (transaction, { fingerprints }) => {
        const { numUpdatedRows } = await transaction
          .updateTable('key_acme_order')
          .set({ status: 'valid', certificate: fingerprints.sha256 })
          .where('id', '=', order.id)
          .where('status', '=', 'ready')
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw notReady('It was just finalized by another request')
      },
    }
    const left = Math.floor((authority.not_after - Date.now()) / dayMs)
    const wish = {
      signType: 'signWithRoot' as const,
      profile: call.rules.profile,
      Validity: Math.max(1, Math.min(call.rules.days, left)),
    }
    try {
      await sign(actorOf(account, 'finalize', call.address), wish, request, authority)
    } catch (error) {
      if (error instanceof Problem && error.code === 'REFUSED') throw new AcmeProblem('badCSR', error.message)
      throw error
    }
  }

  return {
    finalize: async (call: SignedCall): Promise<AcmeAnswer> => {
      const account = requireAccount(call)
      requireValid(account)
      const order = await orders.requireOrder(account, call.id)
      const status = orderStatus(order)
      if (status !== 'ready') throw notReady(notReadyWhy[status] ?? `It is ${status}`)
      await issue(call, order, account, requirePayload(call).csr)
      const finished = await orders.requireOrder(account, call.id)
      return {
        status: 200,
        body: orderView(call.base, finished, await orders.authorizationsOf(finished)),
        headers: { location: `${call.base}/order/${order.id}` },
      }
    },

    /**
     * With its chain. The root is omitted unless the chain would have a single certificate: many clients expect two.
     */
    certificate: async (call: SignedCall): Promise<AcmeAnswer> => {
      const order = await orders.requireOrder(requireAccount(call), call.id)
      const kept =
        order.certificate === null
          ? undefined
          : await db
              .selectFrom('key_certificate')
              .selectAll()
              .where('sha256', '=', order.certificate)
              .executeTakeFirst()
      if (!kept) throw notFound()
      const chain = await chainInStore(db, kept)
      const shown = chain.length > 2 ? chain.slice(0, -1) : chain
      const content = shown.map((der) => writePem('CERTIFICATE', der)).join('')
      return { status: 200, text: { content, type: 'application/pem-certificate-chain' } }
    },
  }
}

const notReady = (why: string) => new AcmeProblem('orderNotReady', `The order is not ready: ${why}`)
const notReadyWhy: Partial<Record<string, string>> = {
  pending: 'Not all of its names are validated yet',
  invalid: 'It failed or expired; place a new one',
  valid: 'Its certificate is already issued',
}

const isOfInput = ({ reason }: Refusal) => reason !== 'busy' && reason !== 'sealed' && reason !== 'canceled'

function requireNames({ subject, alternativeNames }: RequestSummary, order: AcmeOrder) {
  const { commonName = '', text } = subject
  if (text !== '' && text !== `CN=${commonName}`)
    throw new AcmeProblem('badCSR', 'The subject may contain a common name only; nothing else was validated')
  const named = { type: isIP(commonName) === 0 ? 'dns' : 'ip', value: commonName }
  const wanted = [...alternativeNames, ...(commonName === '' ? [] : [named])].map(spelled)
  const ordered = identifiersOf(order)
  const extra = wanted.find((name) => !ordered.some((one) => isSame(one, name)))
  if (extra) throw new AcmeProblem('badCSR', `The request has a name that the order does not have: ${extra.value}`)
  const missing = ordered.find((name) => !wanted.some((one) => isSame(one, name)))
  if (missing) throw new AcmeProblem('badCSR', `The request lacks a name of the order: ${missing.value}`)
}

const isSame = (one: AcmeIdentifier, other: AcmeIdentifier) => one.type === other.type && one.value === other.value

function spelled({ type, value }: AcmeIdentifier): AcmeIdentifier {
  const found = issuableName({ type, value })
  return found ? { type, value: type === 'dns' ? found.value.toLowerCase() : found.value } : { type, value }
}

function accountKeyDigest({ jwk }: AcmeAccount): string | undefined {
  const key = createPublicKey({ key: JSON.parse(jwk) as Record<string, string>, format: 'jwk' })
  return keyDigest(Uint8Array.from(key.export({ type: 'spki', format: 'der' })))
}

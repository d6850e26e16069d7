import { X509Certificate } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import { issuableName } from '#crypto/x509/alternative-name.ts'
import type { RevocationReason } from '#crypto/x509/revocation-reason.ts'
import { revocationText } from '#crypto/x509/revocation-reason.ts'
import { fingerprintOf } from '#services/keys/issuing/fingerprint.ts'
import { signerNames } from '#services/keys/issuing/issuers.ts'
import { issuedByFingerprint, revokeIssued } from '#services/keys/issuing/ledger.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { requireValid } from './accounts.ts'
import { type AcmeAnswer, actorOf, requirePayload, type SignedCall } from './acme-call.ts'
import { AcmeProblem } from './acme-problem.ts'
import { thumbprintOf } from './signed-post.ts'

/** Reasons that certificate owners may state; others are reserved for the authority. */
const allowedReasons = [0, 1, 3, 4, 5]
const longest = 60_000

/**
 * RFC 8555, 7.6: authorized for the ordering account, an account with authorizations for all names, or the
 * certificate's key.
 */
export function acmeRevocation(parts: KeyManagement) {
  const { db, audit } = parts
  const signers = signerNames(parts)

  async function requireRight(call: SignedCall, certificate: X509Certificate, sha256: string) {
    if (!call.account) {
      const key = await calculateJwkThumbprint(await exportJWK(certificate.publicKey)).catch(() => undefined)
      if (call.jwk && key === (await thumbprintOf(call.jwk))) return
      throw new AcmeProblem('unauthorized', 'The request is not signed with the key of the certificate')
    }
    requireValid(call.account)
    const { id } = call.account
    const order = await db
      .selectFrom('key_acme_order')
      .select('id')
      .where('certificate', '=', sha256)
      .where('account_id', '=', id)
      .executeTakeFirst()
    if (order || (await hasProved(id, namesOf(certificate)))) return
    throw new AcmeProblem('unauthorized', 'The certificate was not issued to this account')
  }

  async function hasProved(account: number, names: string[]): Promise<boolean> {
    if (names.length === 0) return false
    const rows = await db
      .selectFrom('key_acme_authorization as authorization')
      .innerJoin('key_acme_order as order', 'order.id', 'authorization.order_id')
      .select(['authorization.name', 'authorization.is_wildcard'])
      .where('authorization.account_id', '=', account)
      .where('authorization.status', '=', 'valid')
      .where('order.expires', '>', Date.now())
      .execute()
    const proved = new Set(rows.map(({ name, is_wildcard }) => (is_wildcard === 1 ? `*.${name}` : name)))
    return names.every((name) => proved.has(name))
  }

  return async (call: SignedCall): Promise<AcmeAnswer> => {
    const { certificate: given, reason = 0 } = requirePayload(call)
    const certificate = certificateIn(given)
    const sha256 = fingerprintOf(Uint8Array.from(certificate.raw))
    const [row] = await issuedByFingerprint(db, [sha256])
    if (row?.issuer !== call.rules.issuer)
      throw new AcmeProblem('malformed', 'This authority has not issued the certificate', { status: 404 })
    await requireRight(call, certificate, sha256)
    if (!allowedReasons.some((known) => known === reason))
      throw new AcmeProblem('badRevocationReason', `The reason must be one of ${allowedReasons.join(', ')}`)
    if (row.reason !== null) throw new AcmeProblem('alreadyRevoked', 'The certificate is already revoked')
    const issuers = await signers.siblings(row.issuer)
    const why = reason as RevocationReason
    const by = call.account
      ? actorOf(call.account, 'revokeCert', call.address)
      : { operation: 'acme revokeCert', username: 'key of the certificate', address: call.address, keyId: 0 }
    await db.transaction().execute(async (transaction) => {
      await revokeIssued(transaction, row, why, issuers)
      await audit.record(transaction, by, `The certificate ${row.serial_number} is revoked: ${revocationText(why)}`)
    })
    return { status: 200, body: {} }
  }
}

function certificateIn(given: unknown): X509Certificate {
  const text = typeof given === 'string' && given.length < longest ? given : ''
  try {
    return new X509Certificate(Buffer.from(text, 'base64url'))
  } catch {
    throw new AcmeProblem('malformed', 'certificate must be a certificate in DER, base64url-encoded')
  }
}

const namesOf = ({ subjectAltName = '' }: X509Certificate) =>
  subjectAltName
    .split(', ')
    .filter(Boolean)
    .map((name) => {
      const [, address] = /^IP Address:(.+)$/.exec(name) ?? []
      if (address !== undefined) return issuableName({ type: 'ip', value: address })?.value ?? name
      return name.startsWith('DNS:') ? name.slice(4) : name
    })

import { readCertificate } from '#crypto/x509/certificate.ts'
import { issuerIdentifier } from '#crypto/x509/issuer.ts'
import { serialText } from '#crypto/x509/serial-number.ts'
import { derOf } from '#services/keys/certificate-store.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { type AcmeAccount, type AcmeAnswer, type AcmeCall, acmeTime } from './acme-call.ts'
import { AcmeProblem, notFound } from './acme-problem.ts'
import { findAuthority } from './acme-rules.ts'
import { identifiersOf } from './order-view.ts'

const retryAfterSeconds = 6 * 60 * 60
const hourMs = 60 * 60_000

type Parts = Pick<KeyManagement, 'db'>

/** Renewal information (RFC 9773). */
export async function renewalInfo({ db }: Parts, { rules, id }: AcmeCall): Promise<AcmeAnswer> {
  const issued = await findIssued({ db }, rules.issuer, id)
  if (!issued) throw notFound()
  const window = issued.reason === null ? defaultWindow(issued) : passedWindow()
  return {
    status: 200,
    body: { suggestedWindow: { start: acmeTime(window.start), end: acmeTime(window.end) } },
    headers: { 'retry-after': String(retryAfterSeconds) },
  }
}

type Life = { issued_at: number; not_after: number }

/** Starts at two thirds of the validity, spread over part of the remainder. */
function defaultWindow({ issued_at, not_after }: Life) {
  const life = Math.max(0, not_after - issued_at)
  const start = issued_at + Math.floor((life * 2) / 3)
  return { start, end: start + Math.max(1000, Math.floor(life / 12)) }
}

/** For revoked certificates: renew immediately. */
const passedWindow = () => ({ start: Date.now() - 2 * hourMs, end: Date.now() - hourMs })

/** The certificate by identifier: authority key identifier, a dot, serial number. */
async function findIssued({ db }: Parts, issuer: string, id: string) {
  const [, authority, serial] = /^([\w-]{1,100})\.([\w-]{1,60})$/.exec(id) ?? []
  if (authority === undefined || serial === undefined) throw malformed()
  const certificate = await findAuthority(db, issuer)
  const own = certificate && Buffer.from(issuerIdentifier(readCertificate(derOf(certificate))))
  if (!own?.equals(Buffer.from(authority, 'base64url'))) return undefined
  return db
    .selectFrom('key_issued')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('serial_number', '=', serialText(Uint8Array.from(Buffer.from(serial, 'base64url')).buffer))
    .executeTakeFirst()
}

const malformed = () => new AcmeProblem('malformed', 'This is not the identifier of a certificate (RFC 9773, 4.1)')

/** RFC 9773, 5: the certificate belongs to the account, shares a name, and was not replaced yet. */
export async function requireReplaceable(
  { db }: Parts,
  issuer: string,
  account: AcmeAccount,
  id: unknown,
  names: readonly { name: string; isWildcard: boolean }[],
): Promise<string> {
  if (typeof id !== 'string') throw malformed()
  const issued = await findIssued({ db }, issuer, id)
  const order =
    issued &&
    (await db
      .selectFrom('key_acme_order')
      .selectAll()
      .where('certificate', '=', issued.sha256)
      .where('account_id', '=', account.id)
      .executeTakeFirst())
  if (!order) throw new AcmeProblem('malformed', 'replaces does not identify a certificate of this account')
  const before = new Set(identifiersOf(order).map(({ value }) => value))
  if (!names.some(({ name, isWildcard }) => before.has(isWildcard ? `*.${name}` : name)))
    throw new AcmeProblem('malformed', 'The order has no name in common with the certificate that it replaces')
  const other = await db
    .selectFrom('key_acme_order')
    .select('id')
    .where('account_id', '=', account.id)
    .where('replaces', '=', id)
    .where('status', '!=', 'invalid')
    .where('expires', '>', Date.now())
    .executeTakeFirst()
  if (other) throw new AcmeProblem('alreadyReplaced', 'Another order already replaces this certificate')
  return id
}

import type { Kysely, Transaction } from 'kysely'
import type { Der } from '#crypto/der.ts'
import type { Vault } from '#crypto/vault/vault.ts'
import { keyDigest } from '#crypto/private-key/key-digest.ts'
import type { CertificateSummary } from '#crypto/x509/certificate-summary.ts'
import type { RequestSummary } from '#crypto/x509/request.ts'
import { storable } from '#services/keys/certificate-store.ts'
import type { KeyCall } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import { opened, sealed } from '#services/keys/sealed.ts'
import { nextNumber } from '#services/keys/sequence.ts'
import type { KeyTables } from '#services/keys/tables.ts'

export type StoredRequest = KeyTables['key_request']

type NewRequest = {
  der: Der
  summary: RequestSummary
  storeType: string
  /** Such as "90 days", or empty. */
  validity: string
  email?: string
  profile?: string | undefined
  /** PKCS#8. */
  privateKey?: Der | undefined
  passphrase?: string | undefined
}

const version = 1

export async function storeRequest(
  transaction: Transaction<KeyTables>,
  { vault, by }: { vault: Vault; by: Pick<KeyCall, 'username'> },
  { der, summary, storeType, validity, email = '', profile, privateKey, passphrase }: NewRequest,
): Promise<{ id: number; commonName: string }> {
  const id = await nextNumber(transaction, 'request')
  const secretIn = (column: 'sealed_key' | 'sealed_passphrase', secret: Uint8Array | string | undefined) =>
    secret === undefined ? null : sealed(vault, { table: 'key_request', row: id, column, version }, secret)
  const commonName = nameOf(summary)
  await transaction
    .insertInto('key_request')
    .values({
      id,
      common_name: commonName,
      der: Buffer.from(der).toString('base64'),
      key_algorithm: summary.key.algorithm,
      key_bits: summary.key.bits ?? 0,
      signature_algorithm: summary.signatureAlgorithm,
      store_type: storeType,
      validity,
      email,
      sealed_key: secretIn('sealed_key', privateKey),
      sealed_passphrase: secretIn('sealed_passphrase', passphrase),
      version,
      created_by: by.username,
      created_at: Date.now(),
      public_key: keyDigest(summary.publicKey) ?? '',
      profile: profile ?? null,
    })
    .execute()
  return { id, commonName }
}

/** Display name: the common name, or else the first alternative name. */
const nameOf = ({ subject, alternativeNames }: RequestSummary): string =>
  storable(subject.commonName || alternativeNames[0]?.value || subject.text)

export async function requireRequest(db: Kysely<KeyTables>, id: string): Promise<StoredRequest> {
  const number = /^[1-9]\d{0,8}$/.test(id.trim()) ? Number(id) : 0
  const found = await db.selectFrom('key_request').selectAll().where('id', '=', number).executeTakeFirst()
  if (!found) throw refused('CSR_ID', `There is no request with the number ${storable(id.slice(0, 20))}`)
  return found
}

export const requestBytes = ({ der }: StoredRequest): Der => Uint8Array.from(Buffer.from(der, 'base64'))

/** Key and passphrase for the certificate; empty without a private key. */
export function requestSecrets(vault: Vault, { id, version, sealed_key, sealed_passphrase }: StoredRequest) {
  const open = (column: 'sealed_key' | 'sealed_passphrase', text: string) =>
    opened(vault, { table: 'key_request', row: id, column, version }, text)
  return {
    privateKey: sealed_key === null ? undefined : Uint8Array.from(open('sealed_key', sealed_key)),
    passphrase: sealed_passphrase === null ? undefined : open('sealed_passphrase', sealed_passphrase).toString(),
  }
}

/** A request that an internal authority can sign: from the inventory or by ACME. */
export type Signable = {
  der: Der
  /** Name for the audit. */
  name: string
  /** IDs of the answered requests in the inventory. */
  numbers: readonly number[]
  profile: string | null
  validity: string
  storeType: string
  email: string
  secrets: ReturnType<typeof requestSecrets>
  /** Additional writes in the transaction that stores the certificate; may throw. */
  settle?: (transaction: Transaction<KeyTables>, summary: CertificateSummary) => Promise<unknown>
}

export const signableRequest = (vault: Vault, request: StoredRequest): Signable => ({
  der: requestBytes(request),
  name: `request ${request.id}`,
  numbers: [request.id],
  profile: request.profile,
  validity: request.validity,
  storeType: request.store_type,
  email: request.email,
  secrets: requestSecrets(vault, request),
})

/** Matches certificates of external authorities with requests or renewed certificates by their key. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Der } from '#crypto/der.ts'
import { keyDigest, keyDigestOfCertificate } from '#crypto/private-key/key-digest.ts'
import { summarizeRequest } from '#crypto/x509/request.ts'
import { type Certificate, derOf, passphraseOf, privateKeyOf } from '#services/keys/certificate-store.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import { requestBytes, requestSecrets, type StoredRequest } from './request-store.ts'

/** Marks unreadable certificates, so that they are not parsed again. */
const noKey = ''
const slice = 100

/** Computes key digests of rows from earlier versions. Yields between batches. */
export async function digestStoredKeys(db: Kysely<KeyTables>): Promise<void> {
  for (;;) {
    const requests = await db
      .selectFrom('key_request')
      .selectAll()
      .where('public_key', 'is', null)
      .limit(slice)
      .execute()
    const certificates = await db
      .selectFrom('key_certificate')
      .select(['id', 'der'])
      .where('public_key', 'is', null)
      .where('sealed_key', 'is not', null)
      .limit(slice)
      .execute()
    for (const request of requests) {
      const public_key = keyDigest(summarizeRequest(requestBytes(request)).publicKey) ?? noKey
      await db.updateTable('key_request').set({ public_key }).where('id', '=', request.id).execute()
    }
    for (const { id, der } of certificates) {
      const public_key = keyDigestOfCertificate(derOf({ der })) ?? noKey
      await db.updateTable('key_certificate').set({ public_key }).where('id', '=', id).execute()
    }
    if (requests.length + certificates.length === 0) return
    await nextTurn()
  }
}

type Secrets = { privateKey: Der; passphrase: string | undefined; storeType: string; email: string }
export type Answered = {
  /** IDs of requests with this certificate's key, newest first. */
  requests: number[]
  /** Stored key of the newest request, or of the certificate being renewed. */
  secrets: Secrets | undefined
}

/** Requests and secrets for a certificate, matched by its key. */
export async function answeredBy(
  transaction: Transaction<KeyTables>,
  { vault }: Pick<KeyManagement, 'vault'>,
  der: Der,
): Promise<Answered> {
  const digest = keyDigestOfCertificate(der)
  if (digest === undefined) return { requests: [], secrets: undefined }
  const byKey = transaction.selectFrom('key_request').selectAll().where('public_key', '=', digest)
  const requests = await byKey.orderBy('id', 'desc').execute()
  const secrets = requests.map((request) => secretsOf(vault, request)).find((found) => found !== undefined)
  const numbers = requests.map(({ id }) => id)
  if (secrets) return { requests: numbers, secrets }
  const renewed = await transaction
    .selectFrom('key_certificate')
    .selectAll()
    .where('public_key', '=', digest)
    .where('sealed_key', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { requests: numbers, secrets: renewed && secretsOfCertificate(vault, renewed) }
}

function secretsOf(vault: KeyManagement['vault'], request: StoredRequest): Secrets | undefined {
  if (request.sealed_key === null) return undefined
  const { privateKey, passphrase } = requestSecrets(vault, request)
  return privateKey && { privateKey, passphrase, storeType: request.store_type, email: request.email }
}

function secretsOfCertificate(vault: KeyManagement['vault'], certificate: Certificate): Secrets | undefined {
  const privateKey = privateKeyOf(vault, certificate)
  const { store_type: storeType, email } = certificate
  return privateKey && { privateKey, passphrase: passphraseOf(vault, certificate), storeType, email }
}

/** That a certificate answers requests; the same one answers once. */
export async function recordAnswers(
  transaction: Transaction<KeyTables>,
  certificate: number,
  requests: readonly number[],
) {
  if (requests.length === 0) return
  const answered_at = Date.now()
  await transaction
    .insertInto('key_request_answer')
    .values(requests.map((request_id) => ({ request_id, certificate_id: certificate, answered_at })))
    .onConflict((conflict) => conflict.columns(['request_id', 'certificate_id']).doNothing())
    .execute()
}

const maxAnswers = 10_000

/** The newest answers first. One whose certificate was deleted since is none any more. */
export async function listAnswers(db: Kysely<KeyTables>) {
  const rows = await db
    .selectFrom('key_request_answer')
    .innerJoin('key_certificate', 'key_certificate.id', 'key_request_answer.certificate_id')
    .select(['request_id', 'certificate_id', 'answered_at', 'common_name', 'serial_number', 'issuer_name'])
    .select(({ eb }) => eb('sealed_key', 'is not', null).as('has_key'))
    .orderBy('answered_at', 'desc')
    .orderBy('certificate_id', 'desc')
    .limit(maxAnswers)
    .execute()
  return {
    rows: rows.map((row) => ({
      CSR_ID: row.request_id,
      CertID: row.certificate_id,
      commonName: row.common_name,
      serialNumber: row.serial_number,
      issuerName: row.issuer_name,
      answeredAt: wireTime(row.answered_at),
      hasPrivateKey: Boolean(row.has_key),
    })),
  }
}

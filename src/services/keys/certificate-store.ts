import type { Kysely, Transaction } from 'kysely'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import type { Vault } from '#crypto/vault/vault.ts'
import type { CertificateSummary } from '#crypto/x509/certificate-summary.ts'
import { chainOf } from '#crypto/x509/chain.ts'
import { keyDigestOfCertificate } from '#crypto/private-key/key-digest.ts'
import { randomSecret } from '#services/secret.ts'
import type { KeyCall } from './key-management.ts'
import { refused } from './refused.ts'
import { opened, sealed } from './sealed.ts'
import { nextNumber } from './sequence.ts'
import type { CertificateSource, KeyTables } from './tables.ts'

export type Certificate = KeyTables['key_certificate']

export type NewCertificate = {
  der: Der
  /** From `summarizeCertificate`; computed in the worker pool for untrusted files. */
  summary: CertificateSummary
  source: CertificateSource
  /** PKCS#8. */
  privateKey?: Der | undefined
  /** Passphrase of its key store. */
  passphrase?: string | undefined
  storeType?: string
  template?: string
  email?: string
}

type Keeper = { vault: Vault; by: Pick<KeyCall, 'username'> }
type StoredCertificate = { id: number; isNew: boolean; gainedKey: boolean }

/**
 * Stores a certificate. An existing one is not duplicated, but a missing key is added. Keys without a passphrase get a
 * generated one, since keys are exported in key stores only.
 */
export async function storeCertificate(
  transaction: Transaction<KeyTables>,
  keeper: Keeper,
  wanted: NewCertificate,
): Promise<StoredCertificate> {
  const { der, summary, source, template = '', email = '' } = wanted
  const known = await findByFingerprint(transaction, summary.fingerprints.sha256)
  if (known) return gainKey(transaction, keeper, known, wanted)
  const id = await nextNumber(transaction, 'certificate')
  const inserted = await transaction
    .insertInto('key_certificate')
    .values({
      id,
      ...columnsOf(summary),
      der: Buffer.from(der).toString('base64'),
      source,
      template,
      email,
      ...secretsOf(keeper.vault, { id, version: 1 }, wanted),
      created_by: keeper.by.username,
      created_at: Date.now(),
      public_key: keyDigestOfCertificate(der) ?? '',
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { id, isNew: true, gainedKey: wanted.privateKey !== undefined }
  return storeCertificate(transaction, keeper, wanted) // stored by another process meanwhile
}

async function gainKey(
  transaction: Transaction<KeyTables>,
  { vault }: Keeper,
  known: ExistingCertificate,
  wanted: NewCertificate,
) {
  const { id } = known
  const gainedKey = known.sealed_key === null && wanted.privateKey !== undefined
  if (gainedKey) {
    const secrets = secretsOf(vault, { id, version: known.version + 1 }, wanted)
    await transaction.updateTable('key_certificate').set(secrets).where('id', '=', id).execute()
  }
  return { id, isNew: false, gainedKey }
}

type ExistingCertificate = Pick<Certificate, 'id' | 'sealed_key' | 'version'>
const findByFingerprint = (db: Kysely<KeyTables>, sha256: string): Promise<ExistingCertificate | undefined> =>
  db
    .selectFrom('key_certificate')
    .select(['id', 'sealed_key', 'version'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()

function secretsOf(vault: Vault, { id, version }: { id: number; version: number }, wanted: NewCertificate) {
  const { privateKey, passphrase, storeType: store_type = '' } = wanted
  const secret = (column: 'sealed_key' | 'sealed_passphrase', value: Uint8Array | string) =>
    sealed(vault, { table: 'key_certificate', row: id, column, version }, value)
  return {
    sealed_key: privateKey ? secret('sealed_key', privateKey) : null,
    sealed_passphrase: privateKey ? secret('sealed_passphrase', passphrase || randomSecret()) : null,
    store_type,
    version,
  }
}

/** Columns for lists and search. */
export const columnsOf = ({ subject, issuer, alternativeNames, ...summary }: CertificateSummary) => ({
  common_name: nameOf(subject, summary.authority ? [] : alternativeNames),
  serial_number: summary.serialNumber,
  sha256: summary.fingerprints.sha256,
  issuer_name: nameOf(issuer),
  dns_name: storable(alternativeNames.find(({ type }) => type === 'dns')?.value ?? ''),
  key_algorithm: summary.key.algorithm,
  key_bits: summary.key.bits ?? 0,
  signature_algorithm: summary.signatureAlgorithm,
  not_before: summary.notBefore.getTime(),
  not_after: summary.notAfter.getTime(),
  is_authority: summary.authority ? 1 : 0,
})

type Named = { commonName?: string | undefined; text: string }
/** Display name. For authorities, it equals the issuer name in their certificates, for look-ups. */
const nameOf = ({ commonName, text }: Named, others: readonly { value: string }[] = []) =>
  storable(commonName || others[0]?.value || text || 'without a name')

const longestName = 500

/** Removes characters from an untrusted name that cannot be stored, displayed or compared. */
export const storable = (name: string) =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, (control) => `\\${Buffer.from(control, 'latin1').toString('hex')}`)
    .slice(0, longestName)
    .toWellFormed()

const maxOfOneName = 100

/** Certificates with a common name, newest first, or with a serial number. */
export function findCertificates(db: Kysely<KeyTables>, commonName: string, serialNumber?: string) {
  const query = db
    .selectFrom('key_certificate')
    .selectAll()
    .where('common_name', '=', storable(commonName))
    .orderBy('id', 'desc')
    .limit(maxOfOneName)
  return serialNumber === undefined
    ? query.execute()
    : query.where('serial_number', '=', storable(canonicalSerial(serialNumber))).execute()
}

/**
 * The single matching certificate. Throws if there is none, or if a common name alone is ambiguous. Different issuers
 * may use the same serial number; then the latest one added is returned.
 */
export async function requireCertificate(
  db: Kysely<KeyTables>,
  commonName: string,
  serialNumber?: string,
): Promise<Certificate> {
  const [found, ...others] = await findCertificates(db, commonName, serialNumber)
  if (!found) {
    const field = serialNumber === undefined ? 'common_name' : 'serial_number'
    const which = serialNumber === undefined ? '' : ` with the serial number ${storable(serialNumber)}`
    throw refused(field, `There is no certificate of ${storable(commonName)}${which}`)
  }
  if (others.length === 0 || serialNumber !== undefined) return found
  const serials = [found, ...others].map(({ serial_number }) => serial_number)
  const which = `${serials.slice(0, maxNamed).join(', ')}${serials.length > maxNamed ? ', …' : ''}`
  throw refused('serial_number', `Several certificates match ${storable(commonName)}; specify one of ${which}`)
}
const maxNamed = 20

/**
 * Canonical serial number: ignores colons, letter case and leading zeros, which differ between openssl and browsers.
 */
const canonicalSerial = (text: string) =>
  text
    .replace(/[\s:]/g, '')
    .replace(/^0x/i, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '')
    .replace(/^(.(..)*)$/, '0$1')

export const derOf = ({ der }: Pick<Certificate, 'der'>): Der => Uint8Array.from(Buffer.from(der, 'base64'))

/** PKCS#8; undefined without a private key. */
export function privateKeyOf(vault: Vault, { id, version, sealed_key }: Certificate): Der | undefined {
  if (sealed_key === null) return undefined
  return Uint8Array.from(
    opened(vault, { table: 'key_certificate', row: id, column: 'sealed_key', version }, sealed_key),
  )
}

export function passphraseOf(vault: Vault, { id, version, sealed_passphrase }: Certificate): string | undefined {
  if (sealed_passphrase === null) return undefined
  const place = { table: 'key_certificate', row: id, column: 'sealed_passphrase', version } as const
  return opened(vault, place, sealed_passphrase).toString()
}

const longestChain = 20
const maxIssuersOfOneName = 20

/** The certificate with its issuers, as far as stored. */
export async function chainInStore(
  db: Kysely<KeyTables>,
  certificate: Pick<Certificate, 'der' | 'issuer_name' | 'sha256'>,
): Promise<[Der, ...Der[]]> {
  const chain: [Der, ...Der[]] = [derOf(certificate)]
  const seen = new Set([certificate.sha256])
  for (let last = certificate; chain.length < longestChain;) {
    const issuer = await findIssuerInStore(db, last)
    if (!issuer || seen.has(issuer.sha256)) break
    seen.add(issuer.sha256)
    chain.push(derOf(issuer))
    last = issuer
  }
  return chain
}

/** Undefined for self-signed certificates as well. */
export async function findIssuerInStore(db: Kysely<KeyTables>, certificate: Pick<Certificate, 'der' | 'issuer_name'>) {
  const candidates = await db
    .selectFrom('key_certificate')
    .selectAll()
    .where('common_name', '=', certificate.issuer_name)
    .where('is_authority', '=', 1)
    .orderBy('not_after', 'desc')
    .limit(maxIssuersOfOneName)
    .execute()
  const issuer = issuerAmong(derOf(certificate), candidates.map(derOf))
  if (!issuer) return undefined
  const text = Buffer.from(issuer).toString('base64')
  return candidates.find(({ der }) => der === text)
}

/** Certificates whose signature cannot be verified have no issuer. */
function issuerAmong(certificate: Der, candidates: readonly Der[]): Der | undefined {
  try {
    return chainOf(certificate, candidates).certificates[1]
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

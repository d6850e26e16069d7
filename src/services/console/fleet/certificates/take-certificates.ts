import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { stringifyJson } from '#contract/json.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { foldedText } from '#contract/text-rank.ts'
import { isScalar } from '#contract/wire.ts'
import { isObject, keptTime, keptText, listIn, type RawRecord, textOf } from '#services/console/fleet/indexed-record.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

type Tx = Transaction<ConsoleTables>

/** Fingerprints and serial numbers are compared without their separators. */
export const compactKey = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

const names = [
  'certificatename',
  'certificatesubjectname',
  'certificateissuername',
  'serialnumber',
  'signaturealgorithmname',
  'signaturealgorithmoid',
] as const

const textIn = (value: unknown) =>
  value === undefined || !(isScalar(value) || value === null) ? null : keptText(value)
const keyIn = (text: string | null) => text && compactKey(text)

/** The columns of a certificate. Fingerprints are not documented, but sent by some servers. */
function columnsOf(certificate: RawRecord) {
  const texts = Object.fromEntries(names.map((name) => [name, textIn(certificate[name])])) as Record<
    (typeof names)[number],
    string | null
  >
  const fingerprints = Object.keys(certificate).filter((name) => /fingerprint|thumbprint/i.test(name))
  const fingerprint = fingerprints.map((name) => textOf(certificate[name])).filter((text) => text !== '')
  const certificatefingerprint = fingerprint.length === 0 ? null : keptText(fingerprint.join(', '))
  const { isidentity, certificateexpiry } = certificate
  return {
    ...texts,
    certificatefingerprint,
    serial_key: keyIn(texts.serialnumber),
    fingerprint_key: keyIn(certificatefingerprint),
    isidentity: typeof isidentity === 'boolean' ? Number(isidentity) : null,
    certificateexpiry: isScalar(certificateexpiry) ? keptTime(certificateexpiry) : null,
    searched: foldedText([...Object.values(texts), certificatefingerprint].filter(Boolean).join('\n')),
  }
}
export type IndexedCertificate = ReturnType<typeof columnsOf>

/** Certificates of a record, which may have them in several places, and one in fields of its own. */
export function certificatesOf(record: Device): IndexedCertificate[] {
  const said: RawRecord = record
  const places = isObject(said.certificates) ? [said.certificates, said] : [said]
  const listed = places.flatMap(({ managedcertificates, unmanagedcertificates }) =>
    listIn(managedcertificates).concat(listIn(unmanagedcertificates)),
  )
  const own = names.some((name) => textOf(said[name]) !== '') ? [said] : []
  return [...listed, ...own].map(columnsOf).filter(({ searched }) => searched !== '')
}

const digestOf = (certificate: IndexedCertificate) =>
  createHash('sha256')
    .update(stringifyJson(Object.values(certificate)))
    .digest('base64url')
    .slice(0, 22)

/** Stores the certificates of a record; those of several devices once. */
export async function takeCertificates(
  tx: Tx,
  { site, device, certificates }: { site: string; device: number; certificates: readonly IndexedCertificate[] },
) {
  const wanted = new Set<number>()
  const byDigest = new Map(certificates.map((certificate) => [digestOf(certificate), certificate]))
  for (const [digest, certificate] of byDigest) wanted.add(await idOf(tx, { site, digest, ...certificate }))
  const had = await tx
    .selectFrom('fleet_device_certificate')
    .select('certificate')
    .where('device', '=', device)
    .execute()
  const before = new Set(had.map(({ certificate }) => certificate))
  const gone = [...before].filter((certificate) => !wanted.has(certificate))
  const fresh = [...wanted].filter((certificate) => !before.has(certificate))
  if (gone.length > 0)
    await tx
      .deleteFrom('fleet_device_certificate')
      .where('device', '=', device)
      .where('certificate', 'in', gone)
      .execute()
  if (fresh.length > 0)
    await tx
      .insertInto('fleet_device_certificate')
      .values(fresh.map((certificate) => ({ certificate, device })))
      .execute()
}

async function idOf(tx: Tx, certificate: IndexedCertificate & { site: string; digest: string }): Promise<number> {
  const find = () =>
    tx
      .selectFrom('fleet_certificate')
      .select('id')
      .where('site', '=', certificate.site)
      .where('digest', '=', certificate.digest)
      .executeTakeFirst()
  const known = await find()
  if (known) return known.id
  await tx
    .insertInto('fleet_certificate')
    .values(certificate)
    .onConflict((conflict) => conflict.columns(['site', 'digest']).doNothing())
    .execute()
  return Number((await find())?.id)
}

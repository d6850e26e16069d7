import { type Expiry, expiryOf, weaknessOf } from '#contract/certificate-state.ts'
import { labelOf } from '#contract/words/label.ts'
import type { RecordOf } from '#contract/field.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { certificateFields } from '#contract/mdm/payload-fields.ts'
import { unexpected } from '#contract/wire.ts'
import { textOf } from '#contract/words/value-text.ts'

type Certificate = RecordOf<typeof certificateFields>
export type CertificateRow = {
  id: string
  name: string
  subject: string
  issuer: string
  serial: string
  expiry: Expiry
  identity: boolean | undefined
  algorithm: string
  oid: string
  weakness: string | undefined
  managed: 'Managed' | 'Unmanaged' | 'Managed and unmanaged'
  /** Parts of the record that contain the certificate. */
  origins: string[]
  /** Values whose type differs from the API reference. */
  odd: string
  /** Fields that differ between copies of the certificate. */
  differs: string[]
}

type Found = { first: Certificate; copies: Certificate[]; origins: string[]; kinds: Set<boolean> }

/** Merges the certificate lists of the record; each certificate is one row, however often it occurs. */
export function certificateRows(device: Device, now: number): CertificateRow[] {
  const places: [origin: string, managed: boolean, list: Certificate[] | undefined][] = [
    ['certificates.managedcertificates', true, device.certificates?.managedcertificates],
    ['managedcertificates', true, device.managedcertificates],
    ['certificates.unmanagedcertificates', false, device.certificates?.unmanagedcertificates],
    ['unmanagedcertificates', false, device.unmanagedcertificates],
  ]
  const found = new Map<string, Found>()
  for (const [origin, managed, list] of places) {
    for (const [index, certificate] of (list ?? []).entries()) {
      const id = identityOf(certificate) ?? `${origin} ${index + 1}`
      const known = found.get(id)
      if (!known) found.set(id, { first: certificate, copies: [], origins: [origin], kinds: new Set([managed]) })
      else {
        known.copies.push(certificate)
        known.kinds.add(managed)
        if (!known.origins.includes(origin)) known.origins.push(origin)
      }
    }
  }
  return [...found].map(([id, certificate]) => rowOf(id, certificate, now))
}

/** An empty list means none; a missing list means unknown. */
export const reportsCertificates = ({ certificates, managedcertificates, unmanagedcertificates }: Device) =>
  [
    certificates?.managedcertificates,
    certificates?.unmanagedcertificates,
    managedcertificates,
    unmanagedcertificates,
  ].some((list) => list !== undefined)

const said = (certificate: Certificate, name: string) => textOf((certificate as Record<string, unknown>)[name])

/** Serial number and issuer identify a certificate; undefined without a serial number. */
const identityOf = ({ serialnumber, certificateissuername }: Certificate) =>
  serialnumber ? `${serialnumber}\n${certificateissuername ?? ''}` : undefined

function rowOf(id: string, { first, copies, origins, kinds }: Found, now: number): CertificateRow {
  const algorithm = textOf(first.signaturealgorithmname)
  const oid = textOf(first.signaturealgorithmoid)
  return {
    id,
    name: textOf(first.certificatename),
    subject: textOf(first.certificatesubjectname),
    issuer: textOf(first.certificateissuername),
    serial: textOf(first.serialnumber),
    expiry: expiryOf(first.certificateexpiry, now),
    identity: first.isidentity,
    algorithm,
    oid,
    weakness: weaknessOf(algorithm, oid),
    managed: kinds.size > 1 ? 'Managed and unmanaged' : kinds.has(true) ? 'Managed' : 'Unmanaged',
    origins,
    odd: textOf(first[unexpected]),
    differs: Object.keys(certificateFields).filter((name) =>
      copies.some((copy) => said(copy, name) !== said(first, name)),
    ),
  }
}

export function certificatesMatching(rows: CertificateRow[], wanted: string): CertificateRow[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const text = [row.name, row.subject, row.issuer, row.serial, row.algorithm, row.oid, row.weakness, row.managed]
    const all = text.join('\n').toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** Certificate fields at the top level of the record, outside of a list; shown unchanged. */
export const looseCertificate = (device: Device) =>
  Object.keys(certificateFields)
    .map((name) => ({ name, label: labelOf(name), value: (device as Record<string, unknown>)[name] }))
    .filter(({ value }) => value !== undefined)

/** Common name of a subject: `CN=ada@example.com,OU=Devices` → `ada@example.com`. Commas can be escaped (RFC 4514). */
export function commonNameOf(subject: string): string {
  const [, written = ''] = /(?:^|[,+]\s*)CN\s*=\s*((?:\\.|[^,+\\])*)/i.exec(subject) ?? []
  return written.replace(/\\(.)/g, '$1').trim()
}

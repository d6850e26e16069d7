/** List of certificates issued by internal authorities, including deleted and revoked ones. */
import { type Expiry, expiryOf } from '#contract/certificate-state.ts'
import { instantOf } from '#contract/time.ts'
import { endReason, type IssuedRow, reasonText, type Revocation, revocationOf } from './revocation-state.ts'
import { stateText } from './shown-state.ts'

export type IssuedCertificate = {
  /** Undefined if no longer in the inventory. */
  id?: string | undefined
  name: string
  serialNumber: string
  fingerprint: string
  issuer: string
  issuerName: string
  issuedAt?: Date | undefined
  issuedRaw: string
  expiry: Expiry
  revocation: Revocation
}

/** Newest first. */
export const issuedOf = (rows: readonly IssuedRow[], now: number): IssuedCertificate[] =>
  rows
    .map((row): IssuedCertificate => ({
      id: row.CertID === undefined ? undefined : String(row.CertID),
      name: row.commonName ?? '',
      serialNumber: row.serialNumber ?? '',
      fingerprint: row.sha256 ?? '',
      issuer: row.issuer ?? '',
      issuerName: row.issuerName ?? '',
      issuedAt: instantOf(row.issuedAt),
      issuedRaw: row.issuedAt ?? '',
      expiry: expiryOf(row.ExpiryDate, now),
      revocation: revocationOf(row),
    }))
    .toSorted((one, other) => timeOf(other) - timeOf(one))

const timeOf = ({ issuedAt }: IssuedCertificate) => issuedAt?.getTime() ?? 0

/** Counts per issuing authority. */
export type IssuedBy = { issuer: string; name: string; issued: number; revoked: number; held: number }

export function issuedByIssuer(rows: readonly IssuedCertificate[]): IssuedBy[] {
  const found = new Map<string, IssuedBy>()
  for (const { issuer, issuerName, revocation } of rows) {
    const one = found.get(issuer) ?? { issuer, name: issuerName, issued: 0, revoked: 0, held: 0 }
    one.issued += 1
    one.revoked += Number(revocation.state === 'revoked')
    one.held += Number(revocation.state === 'held')
    found.set(issuer, one)
  }
  return [...found.values()]
}

export const issuerText = ({ issuer, issuerName }: Pick<IssuedCertificate, 'issuer' | 'issuerName'>) =>
  issuerName || `Authority ${issuer.slice(0, 11) || 'without a name'}…`

/** Deleted certificates have no page, so they are revoked from this list. */
export const needsRevoking = ({ id, revocation }: IssuedCertificate): boolean =>
  id === undefined && revocation.state !== 'revoked'

export const notStored = 'No longer in the inventory'

export const issuedColumns = {
  name: ({ id, name }: IssuedCertificate) => (id === undefined ? notStored : name),
  state: ({ revocation }: IssuedCertificate) => stateText(revocation),
  reason: ({ revocation }: IssuedCertificate) => endReason(revocation),
  revoked: ({ revocation }: IssuedCertificate) => revocation.at,
  serial: ({ serialNumber }: IssuedCertificate) => serialNumber,
  issuer: issuerText,
  issued: ({ issuedAt }: IssuedCertificate) => issuedAt,
  until: ({ expiry }: IssuedCertificate) => expiry.at,
  fingerprint: ({ fingerprint }: IssuedCertificate) => fingerprint,
}

/** Searched texts. */
export const issuedTexts = (row: IssuedCertificate) => [
  row.name,
  row.serialNumber,
  row.fingerprint,
  issuerText(row),
  reasonText(row.revocation),
  row.id,
]

import { type Expiry, expiryOf } from '#contract/certificate-state.ts'
import type { Output } from '#contract/endpoint.ts'
import type { listAuthorities } from '#contract/keys/authorities.ts'
import { type IssuedRow, reasonText, type Revocation, revocationOf } from '#contract/keys/rules/revocation-state.ts'
import { instantOf } from '#contract/time.ts'

export type ListedAuthority = Output<typeof listAuthorities>['rows'][number]

export type IssuedCertificate = {
  /** Undefined where it is not in the inventory any more. */
  id: string | undefined
  name: string
  serialNumber: string
  fingerprint: string
  issuer: string
  issuerName: string
  issuedAt: Date | undefined
  issuedRaw: string
  expiry: Expiry
  revocation: Revocation
}

/** The newest first. */
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

export type Authority = {
  issuer: string
  name: string
  issued: number
  revoked: number
  held: number
  /** What it says of itself; undefined where it is none of those that can be asked to sign. */
  listed: ListedAuthority | undefined
}

/** All who have issued something, and all who could. */
export function authoritiesOf(issued: readonly IssuedCertificate[], listed: readonly ListedAuthority[]): Authority[] {
  const byIssuer = Map.groupBy(issued, ({ issuer }) => issuer)
  const known = listed.map((one) => ({ issuer: one.sha256 ?? '', name: one.commonName ?? '', listed: one }))
  const others = [...byIssuer.keys()]
    .filter((issuer) => known.every((one) => one.issuer !== issuer))
    .map((issuer) => ({ issuer, name: byIssuer.get(issuer)?.[0]?.issuerName ?? '', listed: undefined }))
  return [...known, ...others].map(({ issuer, name, listed }) => {
    const own = byIssuer.get(issuer) ?? []
    const count = (state: Revocation['state']) => own.filter(({ revocation }) => revocation.state === state).length
    return { issuer, name, listed, issued: own.length, revoked: count('revoked'), held: count('held') }
  })
}

export const issuerText = ({ issuer, issuerName }: Pick<IssuedCertificate, 'issuer' | 'issuerName'>) =>
  issuerName || `Authority ${issuer.slice(0, 11) || 'without a name'}…`

/** All words of the text, in whatever the list says of it. */
export function isIssuedFoundBy(text: string): (row: IssuedCertificate) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (row) => {
    const said = [row.name, row.serialNumber, row.fingerprint, issuerText(row), reasonText(row.revocation), row.id]
    return words.every((word) => said.join('\n').toLowerCase().includes(word))
  }
}

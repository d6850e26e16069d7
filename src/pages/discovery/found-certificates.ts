import { type Expiry, expiryOf, keyWeaknessOf, weaknessOf } from '#contract/certificate-state.ts'
import type { Output } from '#contract/endpoint.ts'
import type { listCertificates } from '#contract/keys/certificates.ts'
import { rowsOf, type Row, type Run } from './run.ts'

export type Certificate = Output<typeof listCertificates>['rows'][number]
export type Found = Row & {
  certificate?: Certificate
  expiry?: Expiry
  weaknesses: readonly string[]
  isNew: boolean
}

/** Each host with the certificate that the inventory has of it: a host may have had others before. */
export function foundRows(run: Run, certificates: readonly Certificate[], now: number): Found[] {
  const known = new Set(run.known)
  const places = new Map<string, Certificate>()
  // The newest comes last, and counts.
  for (const one of certificates) places.set(`${one['DNS Name/FQDN']} ${one.Port}`, one)
  const found = (row: Row): Found => {
    const certificate = row.outcome === 'found' ? places.get(`${row.host} ${row.port}`) : undefined
    if (!certificate) return { ...row, weaknesses: [], isNew: false }
    const { CertID, ExpiryDate, SignatureAlgorithm = '', KeyStrength } = certificate
    const weaknesses = [weaknessOf(SignatureAlgorithm), keyWeaknessOf(Number(KeyStrength))]
    return {
      ...row,
      certificate,
      expiry: expiryOf(ExpiryDate, now),
      weaknesses: weaknesses.filter((one) => one !== undefined),
      isNew: CertID !== undefined && !known.has(CertID),
    }
  }
  return rowsOf(run).map(found)
}

export const shows = ['all', 'new', 'attention', 'without'] as const
export type Show = (typeof shows)[number]

export const isShown = (row: Found, show: Show): boolean =>
  ({
    all: true,
    new: row.isNew,
    attention: row.expiry?.state === 'expired' || row.expiry?.state === 'soon' || row.weaknesses.length > 0,
    without: row.outcome === 'nothing' || row.outcome === 'not asked',
  })[show]

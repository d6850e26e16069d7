import { expiryOf, keyWeaknessOf, weaknessOf } from '#contract/certificate-state.ts'
import type { Output } from '#contract/endpoint.ts'
import type { listCertificates } from '#contract/keys/certificates.ts'
import type { countVulnerabilities } from '#contract/keys/discovery.ts'
import { revocationIn, type Revocations } from '#contract/keys/rules/revocation-state.ts'
import { type Concern, counted, type Places } from './concern.ts'

type Certificate = Output<typeof listCertificates>['rows'][number]

/** A certificate that was seen in several places has a row for each: it is one concern. */
const withoutTwins = (rows: readonly Certificate[]) => [
  ...new Map(rows.map((row) => [row.CertID ?? `${row['Common Name']} ${row.ExpiryDate}`, row])).values(),
]

const nameOf = (row: Certificate) => row['Common Name'] || row['DNS Name/FQDN'] || 'Unnamed certificate'
const placeOf = ({ CertID }: Certificate, places: Places) =>
  CertID === undefined ? places.certificates : places.certificate(String(CertID))
const idOf = (row: Certificate) => row.CertID ?? `${nameOf(row)} ${row.ExpiryDate ?? ''}`

/** Nobody has to renew, or can still trust, what is revoked for good; a hold can be released, and counts. */
const isRevoked = (row: Certificate, revocations: Revocations) =>
  row.CertID !== undefined && revocationIn(revocations, String(row.CertID)).state === 'revoked'

/** What has ended, or ends within 30 days; the next one first. A date that cannot be read is no concern, and no comfort. */
export const expiringCertificates = (
  rows: readonly Certificate[],
  now: number,
  places: Places,
  revocations?: Revocations,
): Concern[] =>
  withoutTwins(rows)
    .filter((row) => !isRevoked(row, revocations))
    .map((row) => ({ row, expiry: expiryOf(row.ExpiryDate, now) }))
    .filter(({ expiry: { state } }) => state === 'expired' || state === 'soon')
    .toSorted((one, other) => one.expiry.days - other.expiry.days)
    .map(({ row, expiry: { state, days, raw } }) => ({
      id: `expiring ${idOf(row)}`,
      state: `${state} ${raw}`,
      kind: 'expiring',
      urgent: days < 7,
      title: nameOf(row),
      why: state === 'expired' ? `Certificate expired ${ago(-days - 1)}` : `Certificate expires ${ahead(days)}`,
      to: placeOf(row, places),
    }))

/** Whole days that have gone by since. */
const ago = (days: number) => (days < 1 ? 'within the last day' : `${counted(days, 'day', 'days')} ago`)
const ahead = (days: number) => (days === 0 ? 'within a day' : `in ${counted(days, 'day', 'days')}`)

/** Its key or its signature no longer protects. One that has ended is no concern for that as well. */
export const weakCertificates = (
  rows: readonly Certificate[],
  now: number,
  places: Places,
  revocations?: Revocations,
): Concern[] =>
  withoutTwins(rows).flatMap((row) => {
    const weak = weaknessOf(row.SignatureAlgorithm ?? '') ?? keyWeaknessOf(bitsOf(row))
    if (!weak || isRevoked(row, revocations) || expiryOf(row.ExpiryDate, now).state === 'expired') return []
    const why = `Certificate with a weak ${weak.includes('RSA') ? 'key' : 'signature'}: ${weak.replace('Weak: ', '')}`
    return [
      {
        id: `weak ${idOf(row)}`,
        state: weak,
        kind: 'weak',
        urgent: false,
        title: nameOf(row),
        why,
        to: placeOf(row, places),
      },
    ]
  })

const bitsOf = ({ KeyStrength }: Certificate) =>
  KeyStrength && /^\d+$/.test(KeyStrength) ? Number(KeyStrength) : undefined

const weaknesses = ['Heartbleed', 'Poodle SSL', 'SSLv3 Enabled', 'Revoked', 'Weak Cipher Suites', 'No TLS1.2'] as const
/** Heartbleed gives keys away, and a revoked certificate is one that nobody should meet. */
const urgentWeaknesses: readonly string[] = ['Heartbleed', 'Revoked']

type Counts = Output<typeof countVulnerabilities>['SSLVulnerabilityCount']
/** Hosts with a weakness. The service counts and names none: the way to them is to look for them again. */
export const vulnerableHosts = (counts: Counts, places: Places): Concern[] =>
  weaknesses.flatMap((name) => {
    const count = counts?.[name]
    if (count === undefined || count <= 0) return []
    return [
      {
        id: `vulnerable ${name}`,
        state: String(count),
        kind: 'vulnerable',
        urgent: urgentWeaknesses.includes(name),
        title: name === 'Revoked' ? 'Revoked certificate in use' : name,
        why: `${counted(count, 'host', 'hosts')} in the last discovery`,
        to: places.discovery,
      },
    ]
  })

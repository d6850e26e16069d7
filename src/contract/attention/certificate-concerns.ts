import { counted } from '#contract/words/counted.ts'
import type { Output } from '#contract/endpoint.ts'
import type { countVulnerabilities } from '#contract/keys/discovery.ts'
import { asOf, type InventoryRow } from '#contract/keys/rules/inventory.ts'
import { isUrgentWeakness, weaknesses } from '#contract/keys/rules/weaknesses.ts'
import { type Concern, type Places } from './concern.ts'

const nameOf = ({ name, dnsName }: InventoryRow) => name || dnsName || 'Unnamed certificate'

/** Revoked certificates need no renewal. A hold can be released, so it does not count as revoked. */
const isRevoked = ({ revocation: { state } }: InventoryRow) => state === 'revoked'

/** Expired certificates and those that expire within 30 days, soonest first. Unreadable dates are omitted. */
export const expiringCertificates = (rows: readonly InventoryRow[], now: number, places: Places): Concern[] =>
  rows
    .filter((row) => !isRevoked(row))
    .map((row) => ({ row, expiry: asOf(row, now).expiry }))
    .filter(({ expiry: { state } }) => state === 'expired' || state === 'soon')
    .toSorted((one, other) => one.expiry.days - other.expiry.days)
    .map(({ row, expiry: { state, days, raw } }) => ({
      id: `expiring ${row.id}`,
      state: `${state} ${raw}`,
      kind: 'expiring',
      urgent: days < 7,
      title: nameOf(row),
      why: state === 'expired' ? `Certificate expired ${ago(-days - 1)}` : `Certificate expires ${expiresIn(days)}`,
      to: places.certificate(row.id),
    }))

/** Elapsed time in whole days. */
const ago = (days: number) => (days < 1 ? 'within the last day' : `${counted(days, 'day', 'days')} ago`)
/** Remaining whole days in words, the same on pages, in notifications and exports. */
export const expiresIn = (days: number) => (days === 0 ? 'within a day' : `in ${counted(days, 'day', 'days')}`)

/** Valid certificates with a weak key or signature; expired ones are reported as expired only. */
export const weakCertificates = (rows: readonly InventoryRow[], now: number, places: Places): Concern[] =>
  rows.flatMap((row) => {
    const [weak] = row.weaknesses
    if (!weak || isRevoked(row) || asOf(row, now).expiry.state === 'expired') return []
    const why = `Certificate with a weak ${weak.includes('RSA') ? 'key' : 'signature'}: ${weak.replace('Weak: ', '')}`
    return [
      {
        id: `weak ${row.id}`,
        state: weak,
        kind: 'weak',
        urgent: false,
        title: nameOf(row),
        why,
        to: places.certificate(row.id),
      },
    ]
  })

/** One concern for the certificates that are not listed individually, with a link to the full list. */
export function moreCertificates(kind: 'expiring' | 'weak', more: number, places: Places): Concern[] {
  if (more <= 0) return []
  const what = kind === 'expiring' ? 'expired or about to expire' : 'weak'
  return [
    {
      id: `more ${kind}`,
      state: String(more),
      kind,
      urgent: false,
      title: 'More certificates',
      why: `${counted(more, 'other certificate is', 'other certificates are')} ${what}`,
      to: places.certificates,
    },
  ]
}

type Counts = Output<typeof countVulnerabilities>['SSLVulnerabilityCount']
/** Hosts by weakness, from the service's counts. */
export const vulnerableHosts = (counts: Counts, places: Places): Concern[] =>
  weaknesses.flatMap((name) => {
    const count = counts?.[name]
    if (count === undefined || count <= 0) return []
    return [
      {
        id: `vulnerable ${name}`,
        state: String(count),
        kind: 'vulnerable',
        urgent: isUrgentWeakness(name),
        title: name === 'Revoked' ? 'Revoked certificate in use' : name,
        why: counted(count, 'host', 'hosts'),
        to: places.vulnerability(name),
      },
    ]
  })

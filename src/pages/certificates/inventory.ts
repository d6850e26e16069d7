/** The list of getAllSSLCertificates as an inventory: it has a row for each place, people think of certificates. */
import { type Expiry, expiryOf, keyWeaknessOf, weaknessOf } from '#contract/certificate-state.ts'
import type { Output } from '#contract/endpoint.ts'
import type { listCertificates } from '#contract/keys/certificates.ts'
import { type Revocation, revocationIn, type Revocations } from '#contract/keys/rules/revocation-state.ts'
import { instantOf } from '#contract/time.ts'

export type Listed = Output<typeof listCertificates>['rows'][number]

export type InventoryRow = {
  id: string
  name: string
  /** The name of the host that it is for, or was seen at. */
  dnsName: string
  issuer: string
  from: Date | undefined
  fromRaw: string
  expiry: Expiry
  /** It begins later. */
  isEarly: boolean
  bits: string
  algorithm: string
  weaknesses: string[]
  /** `host:port`, where it was seen. */
  places: string[]
  createdBy: string
  email: string
  /** How many certificates have this common name: an operation by name alone would be ambiguous. */
  ofThisName: number
  revocation: Revocation
}

/** `revocations`: of what our authorities issued; without it, nobody tells what is revoked. */
export function inventoryOf(listed: readonly Listed[], now: number, revocations?: Revocations): InventoryRow[] {
  const rows = new Map<string, InventoryRow>()
  for (const [index, one] of listed.entries()) {
    const id = idOf(one, index)
    const row = rows.get(id) ?? rowOf(id, one, now, revocationIn(revocations, id))
    const place = placeOf(one)
    if (place) row.places.push(place)
    rows.set(id, row)
  }
  const names = Map.groupBy(rows.values(), ({ name }) => name)
  for (const row of rows.values()) row.ofThisName = names.get(row.name)?.length ?? 1
  return [...rows.values()].toSorted((one, other) => endOf(one) - endOf(other))
}

/** The next to expire first; without a date last. */
const endOf = ({ expiry: { at } }: InventoryRow) => at?.getTime() ?? Number.MAX_SAFE_INTEGER

/** A row without an id is itself only. */
const idOf = ({ CertID }: Listed, index: number) => (CertID === undefined ? `row-${index}` : String(CertID))

/** Port 0: it was seen nowhere. */
const placeOf = ({ 'DNS Name/FQDN': host = '', Port }: Listed) =>
  host !== '' && Port !== undefined && String(Port) !== '0' ? `${host}:${Port}` : undefined

function rowOf(id: string, one: Listed, now: number, revocation: Revocation): InventoryRow {
  const { Issuer = '', FromDate, ExpiryDate, KeyStrength = '', SignatureAlgorithm: algorithm = '' } = one
  const from = instantOf(FromDate)
  const bits = KeyStrength === '' ? undefined : Number(KeyStrength)
  return {
    id,
    name: one['Common Name'] ?? '',
    dnsName: one['DNS Name/FQDN'] ?? '',
    issuer: Issuer,
    from,
    fromRaw: FromDate ?? '',
    expiry: expiryOf(ExpiryDate, now),
    isEarly: from !== undefined && from.getTime() > now,
    bits: KeyStrength,
    algorithm,
    weaknesses: [weaknessOf(algorithm), keyWeaknessOf(bits)].filter((weakness) => weakness !== undefined),
    places: [],
    createdBy: one['Created By'] ?? '',
    email: one['Expiry Notification Email'] ?? '',
    ofThisName: 1,
    revocation,
  }
}

export const groups = ['all', 'expired', 'soon', 'weak', 'early', 'duplicates', 'places'] as const
export type Group = (typeof groups)[number]

export const isIn = (group: Group, { expiry, weaknesses, isEarly, ofThisName, places }: InventoryRow): boolean =>
  ({
    all: true,
    expired: expiry.state === 'expired',
    soon: expiry.state === 'soon',
    weak: weaknesses.length > 0,
    early: isEarly,
    duplicates: ofThisName > 1,
    places: places.length > 0,
  })[group]

/** All words of the text, in whatever the list says of it. */
export function isFoundBy(text: string): (row: InventoryRow) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ id, name, dnsName, issuer, algorithm, bits, places, createdBy, email }) => {
    const said = [id, name, dnsName, issuer, algorithm, bits, ...places, createdBy, email].join('\n').toLowerCase()
    return words.every((word) => said.includes(word))
  }
}

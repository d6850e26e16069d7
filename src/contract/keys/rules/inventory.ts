/** Certificate inventory built from getAllSSLCertificates, which lists a row per place, grouped by certificate. */
import { type Expiry, expiryOf, keyWeaknessOf, weaknessOf } from '#contract/certificate-state.ts'
import type { Output } from '#contract/endpoint.ts'
import type { listCertificates } from '#contract/keys/certificates.ts'
import type { listDeployments } from '#contract/keys/servers.ts'
import { isEnded, type Revocation, revocationIn, type Revocations } from './revocation-state.ts'
import { instantOf } from '#contract/time.ts'

export type Listed = Output<typeof listCertificates>['rows'][number]
export type DeploymentRow = Output<typeof listDeployments>['rows'][number]

export type InventoryRow = {
  id: string
  name: string
  /** Host name the certificate is for, or was seen at. */
  dnsName: string
  issuer: string
  from?: Date | undefined
  fromRaw: string
  expiry: Expiry
  /** Not yet valid. */
  isEarly: boolean
  bits: string
  algorithm: string
  weaknesses: string[]
  /** `host:port` of each place where it was seen. */
  places: string[]
  /** Servers of its latest deployments; undefined if the server does not report them. */
  deployedTo?: string[] | undefined
  createdBy: string
  email: string
  /** Number of certificates with this common name: an operation by name alone would be ambiguous. */
  ofThisName: number
  revocation: Revocation
  use: Use
}

/**
 * Whether hosts present it, according to the list. `renewed`: a later certificate of its name and key type exists that
 * no host presents; `differs`: hosts present several certificates of its name and key type.
 */
export const uses = ['served', 'renewed', 'differs', 'unseen'] as const
export type Use = (typeof uses)[number]

/** The complete inventory. Without `revocations` of internal authorities, revocation states are unknown. */
export function inventoryOf(listed: readonly Listed[], now: number, revocations?: Revocations): InventoryRow[] {
  const inventory = collectInventory(now)
  inventory.add(listed)
  return inventory.rows(revocations)
}

/** Builds the inventory from a list received in parts. */
export function collectInventory(now: number) {
  const found = new Map<string, InventoryRow>()
  let count = 0
  return {
    add(listed: readonly Listed[]) {
      for (const one of listed) {
        const id = idOf(one, count++)
        const row = found.get(id) ?? rowOf(id, one, now)
        const place = placeOf(one)
        if (place) row.places.push(place)
        found.set(id, row)
      }
    },
    /** `deployments` is undefined if the server does not report them. */
    rows(revocations: Revocations, deployments?: readonly DeploymentRow[]): InventoryRow[] {
      for (const row of found.values()) row.deployedTo = deployments && []
      for (const { CertID, serverName = '' } of deployments ?? [])
        found.get(String(CertID))?.deployedTo?.push(serverName)
      const ofName = new Map<string, number>()
      for (const { name } of found.values()) ofName.set(name, (ofName.get(name) ?? 0) + 1)
      for (const row of found.values()) {
        row.ofThisName = ofName.get(row.name) ?? 1
        row.revocation = revocationIn(revocations, row.id)
      }
      setUses([...found.values()])
      return [...found.values()].toSorted((one, other) => endOf(one) - endOf(other))
    },
  }
}

/** Counts the distinct certificates of a list, without building the inventory. */
export function countInventory() {
  const ids = new Set<string>()
  let rows = 0
  return {
    add(listed: readonly Listed[]) {
      for (const one of listed) ids.add(idOf(one, rows++))
    },
    count: () => ids.size,
  }
}

/**
 * Name and key type: a host may have both an RSA and an elliptic curve certificate. Elliptic curve keys are shorter
 * than any RSA key.
 */
export const kindOf = ({ name, bits }: InventoryRow) => `${Number(bits) < 1000 ? 'EC' : 'RSA'} ${name}`

/**
 * The certificate of the same name and key type that expires last after this one, and the places that present no later
 * one. It is replaced if none are left.
 */
export function successionOf(row: InventoryRow, all: readonly InventoryRow[]): Succession {
  const later = all.filter(
    (one) => row.name !== '' && kindOf(one) === kindOf(row) && !one.isEarly && lastOf(one) > lastOf(row),
  )
  const replaced = new Set(later.flatMap(({ places }) => places))
  const [successor] = later.toSorted((one, other) => lastOf(other) - lastOf(one))
  return { successor, left: row.places.filter((place) => !replaced.has(place)) }
}
export type Succession = { successor: InventoryRow | undefined; left: string[] }

function setUses(rows: readonly InventoryRow[]) {
  const servedOf = new Map<string, number>()
  const latestUnseen = new Map<string, number>()
  for (const row of rows) {
    const kind = kindOf(row)
    if (row.places.length > 0) servedOf.set(kind, (servedOf.get(kind) ?? 0) + 1)
    else if (row.from && !row.isEarly && row.expiry.state !== 'expired' && !isEnded(row.revocation))
      latestUnseen.set(kind, Math.max(latestUnseen.get(kind) ?? 0, row.from.getTime()))
  }
  for (const row of rows) row.use = stateOfUse(row, servedOf.get(kindOf(row)) ?? 0, latestUnseen.get(kindOf(row)) ?? 0)
}

function stateOfUse({ places, from, name }: InventoryRow, served: number, latestUnseen: number): Use {
  if (places.length === 0) return 'unseen'
  if (from && latestUnseen > from.getTime()) return 'renewed'
  // Names without a domain are not unique to one machine.
  return served > 1 && name.includes('.') ? 'differs' : 'served'
}

/** Expiry for sorting; last without a date. */
const endOf = ({ expiry: { at } }: InventoryRow) => at?.getTime() ?? Number.MAX_SAFE_INTEGER

const lastOf = ({ expiry: { at } }: InventoryRow) => at?.getTime() ?? 0

/** A row without an ID is a certificate of its own. */
const idOf = ({ CertID }: Listed, index: number) => (CertID === undefined ? `row-${index}` : String(CertID))

export const hasOwnId = ({ id }: InventoryRow): boolean => !id.startsWith('row-')

/** Port 0 means that it was seen nowhere. */
const placeOf = ({ 'DNS Name/FQDN': host = '', Port }: Listed) =>
  host !== '' && Port !== undefined && String(Port) !== '0' ? `${host}:${Port}` : undefined

function rowOf(id: string, one: Listed, now: number): InventoryRow {
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
    revocation: revocationIn(undefined, id),
    use: 'unseen',
  }
}

export const groups = ['all', 'expired', 'soon', 'weak', 'early', 'duplicates', 'places', 'renewed', 'differs'] as const
export type Group = (typeof groups)[number]

export const isIn = (group: Group, { expiry, weaknesses, isEarly, ofThisName, places, use }: InventoryRow): boolean =>
  ({
    all: true,
    expired: expiry.state === 'expired',
    soon: expiry.state === 'soon',
    weak: weaknesses.length > 0,
    early: isEarly,
    duplicates: ofThisName > 1,
    places: places.length > 0,
    renewed: use === 'renewed',
    differs: use === 'differs',
  })[group]

/** Upper limits in days; the first match applies. */
const limits = [
  ['week', 7],
  ['month', 30],
  ['quarter', 90],
  ['later', Infinity],
] as const
/** Expiry periods; each certificate is in exactly one. */
export const periods = ['expired', 'week', 'month', 'quarter', 'later', 'unknown'] as const
export type Period = (typeof periods)[number]

export function periodOf({ expiry: { state, days } }: InventoryRow): Period {
  if (state === 'expired' || state === 'unknown') return state
  return limits.find(([, limit]) => days < limit)?.[0] ?? 'later'
}

export const deployedStates = ['any', 'yes', 'no'] as const
export type DeployedState = (typeof deployedStates)[number]

/** If deployments are not reported, nothing is filtered out. */
export const isDeployed = (wanted: DeployedState, { deployedTo }: InventoryRow): boolean =>
  wanted === 'any' || deployedTo === undefined || deployedTo.length > 0 === (wanted === 'yes')

/** The row with its expiry at another time. */
export const asOf = <Row extends InventoryRow>(row: Row, now: number): Row => ({
  ...row,
  expiry: expiryOf(row.expiry.raw, now),
  isEarly: row.from !== undefined && row.from.getTime() > now,
})

/** Searched texts. */
export const inventoryTexts = ({
  id,
  name,
  dnsName,
  issuer,
  algorithm,
  bits,
  places,
  deployedTo = [],
  createdBy,
  email,
}: InventoryRow) => [id, name, dnsName, issuer, algorithm, bits, ...places, ...deployedTo, createdBy, email]

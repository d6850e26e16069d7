import { asOf, hasOwnId, type InventoryRow } from '#contract/keys/rules/inventory.ts'
import { rowsOf, type Row, type Run } from './run.ts'

export type Found = Row & { certificate?: InventoryRow; isNew: boolean }

/** As the inventory writes it. */
const placeOf = ({ host, port }: Row) => `${host}:${port}`.toLowerCase()

/** Where a certificate was found. */
export const placesOf = (run: Run): string[] => [
  ...new Set(rowsOf(run).flatMap((row) => (row.outcome === 'found' ? [placeOf(row)] : []))),
]

/** Each host with the certificate that the inventory has of it: a host may have had others before. */
export function foundRows(run: Run, certificates: readonly InventoryRow[], now: number): Found[] {
  const known = new Set(run.known.map(String))
  const places = new Map<string, InventoryRow>()
  // The newest comes last, and counts.
  for (const one of certificates.toSorted((one, other) => Number(one.id) - Number(other.id)))
    for (const place of one.places) places.set(place.toLowerCase(), asOf(one, now))
  const found = (row: Row): Found => {
    const certificate = row.outcome === 'found' ? places.get(placeOf(row)) : undefined
    if (!certificate) return { ...row, isNew: false }
    return { ...row, certificate, isNew: hasOwnId(certificate) && !known.has(certificate.id) }
  }
  return rowsOf(run).map(found)
}

export const shows = ['all', 'new', 'attention', 'without'] as const
export type Show = (typeof shows)[number]

export const isShown = (row: Found, show: Show): boolean =>
  ({
    all: true,
    new: row.isNew,
    attention: row.certificate !== undefined && needsAttention(row.certificate),
    without: row.outcome === 'nothing' || row.outcome === 'not asked',
  })[show]

const needsAttention = ({ expiry: { state }, weaknesses }: InventoryRow) =>
  state === 'expired' || state === 'soon' || weaknesses.length > 0

/** Where a certificate comes from, as far as the list tells. */
import type { InventoryRow } from './inventory.ts'

export const origins = ['any', 'ours', 'others', 'itself', 'discovered'] as const
export type Origin = (typeof origins)[number]

export const originLabels: Record<Origin, string> = {
  any: 'Any origin',
  ours: 'Internal authority',
  others: 'External authority',
  itself: 'Self-signed',
  discovered: 'Discovered on a host',
}

type Told = Pick<InventoryRow, 'name' | 'issuer' | 'places' | 'revocation'>

/** The list has names only: who has its issuer's name is its own issuer. */
export const isOwnIssuer = ({ name, issuer }: Pick<InventoryRow, 'name' | 'issuer'>) => name === issuer

const isOurs = ({ revocation: { state } }: Told) => state !== 'elsewhere' && state !== 'unknown'

/** Who issued it. A server that does not tell what it issued leaves open whether others did. */
export function originText(row: Told): string {
  if (isOurs(row)) return originLabels.ours
  if (isOwnIssuer(row)) return originLabels.itself
  return row.revocation.state === 'unknown' ? 'Unknown' : originLabels.others
}

export const isFrom = (origin: Origin, row: Told): boolean =>
  origin === 'any' ||
  (origin === 'discovered' ? row.places.length > 0 && !isOurs(row) : originText(row) === originLabels[origin])

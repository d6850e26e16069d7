/** Origin of a certificate, as far as the list shows it. */
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

type ReportedCertificate = Pick<InventoryRow, 'name' | 'issuer' | 'places' | 'revocation'>

/** The list contains names only: equal subject and issuer means self-signed. */
export const isOwnIssuer = ({ name, issuer }: Pick<InventoryRow, 'name' | 'issuer'>) => name === issuer

const isOurs = ({ revocation: { state } }: ReportedCertificate) => state !== 'elsewhere' && state !== 'unknown'

/** Issuer category. Uncertain if the server does not report what it issued. */
export function originText(row: ReportedCertificate): string {
  if (isOurs(row)) return originLabels.ours
  if (isOwnIssuer(row)) return originLabels.itself
  return row.revocation.state === 'unknown' ? 'Unknown' : originLabels.others
}

/** Whether a filter by origin finds nothing if the server does not report what it issued. */
export const needsIssued = (origin: Origin) => origin === 'ours' || origin === 'others'

export const isFrom = (origin: Origin, row: ReportedCertificate): boolean =>
  origin === 'any' ||
  (origin === 'discovered' ? row.places.length > 0 && !isOurs(row) : originText(row) === originLabels[origin])

/** Column values of the certificate inventory for sorting, filtering and export. */
import { wholeDays } from '#contract/certificate-state.ts'
import type { InventoryRow, Use } from './inventory.ts'
import { keyLengthText } from '#contract/words/key-length.ts'
import { originText } from './origin.ts'
import { endReason } from './revocation-state.ts'
import { stateText } from './shown-state.ts'

/** Labels for whether hosts present a certificate. */
const useLabels: Record<Use, string> = {
  served: 'Served',
  renewed: 'Renewed, older one served',
  differs: 'Served, other hosts differ',
  unseen: 'Not seen on a host',
}

export const inventoryColumns = {
  name: ({ name }: InventoryRow) => name,
  expiry: ({ expiry }: InventoryRow) => (expiry.at ? wholeDays(expiry) : undefined),
  names: ({ dnsName }: InventoryRow) => dnsName,
  issuer: ({ issuer }: InventoryRow) => issuer,
  key: ({ bits, algorithm, weaknesses }: InventoryRow) =>
    [keyLengthText(bits), algorithm, ...weaknesses].filter(Boolean).join(', '),
  places: ({ places }: InventoryRow) => places.join(', '),
  deployed: ({ deployedTo }: InventoryRow) => deployedTo?.join(', ') ?? 'Unknown',
  use: ({ use }: InventoryRow) => useLabels[use],
  by: ({ createdBy }: InventoryRow) => createdBy,
  from: ({ from }: InventoryRow) => from,
  until: ({ expiry }: InventoryRow) => expiry.at,
  state: ({ revocation }: InventoryRow) => stateText(revocation),
  revoked: ({ revocation }: InventoryRow) => revocation.at,
  reason: ({ revocation }: InventoryRow) => endReason(revocation),
  origin: originText,
  email: ({ email }: InventoryRow) => email,
  id: ({ id }: InventoryRow) => id,
}

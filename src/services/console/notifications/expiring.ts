import { listCertificates } from '#contract/keys/certificates.ts'
import {
  hasOwnId,
  inventoryOf,
  type InventoryRow,
  kindOf,
  type Listed,
  successionOf,
} from '#contract/keys/rules/inventory.ts'
import { hashOf } from '#platform/digest.ts'
import { type ListCaller, readList } from '#services/console/read-list.ts'

/** An expiring certificate that is still in use, as far as known. */
export type Expiring = {
  /** Digest that identifies the certificate, since IDs may be reused. */
  certificate: string
  /** Empty if the server reports none. */
  certificateId: string
  label: string
  issuer: string
  expiresAt: number
  email: string
  /** Hosts that present it and not its successor. */
  places: string[]
  /** Successor that not all of these hosts present. */
  successor?: { certificateId: string; expiresAt: number }
}

const dayMs = 86_400_000

/**
 * Certificates that expire within a number of days, soonest first. Of long lists, only these and certificates with the
 * same names are kept, to find successors.
 */
export async function findExpiring(asking: ListCaller, days: number, now: number): Promise<Expiring[]> {
  const ending: Listed[] = []
  const isEnding = ({ expiry: { at } }: InventoryRow) =>
    at !== undefined && at.getTime() > now && at.getTime() - now <= days * dayMs
  await readList(
    asking,
    listCertificates,
    { withExpiryDaysLessThan: String(days + 1) },
    (rows) => void ending.push(...rows),
  )
  const found = inventoryOf(ending, now).filter(isEnding)
  if (found.length === 0) return []
  const names = new Set(found.map(({ name }) => name))
  const related: Listed[] = []
  await readList(asking, listCertificates, {}, (rows) => {
    for (const row of rows) if (names.has(row['Common Name'] ?? '')) related.push(row)
  })
  const inventory = inventoryOf(related, now)
  const ofKind = Map.groupBy(inventory, kindOf)
  return inventory.filter(isEnding).flatMap((row) => unlessReplaced(row, ofKind.get(kindOf(row)) ?? []))
}

/** For certificates presented by hosts, only a presented successor ends the notices. */
function unlessReplaced(row: InventoryRow, ofKind: readonly InventoryRow[]): Expiring[] {
  const { successor, left: places } = successionOf(row, ofKind)
  if (successor && places.length === 0) return []
  const { name, dnsName, issuer, email, fromRaw, expiry } = row
  const certificateId = hasOwnId(row) ? row.id : ''
  return [
    {
      certificate: hashOf(JSON.stringify([certificateId, name, issuer, fromRaw, expiry.raw])),
      certificateId,
      label: name || dnsName || 'Unnamed certificate',
      issuer,
      expiresAt: expiry.at?.getTime() ?? 0,
      email,
      places,
      ...(successor && {
        successor: {
          certificateId: hasOwnId(successor) ? successor.id : '',
          expiresAt: successor.expiry.at?.getTime() ?? 0,
        },
      }),
    },
  ]
}

import type { InventoryRow } from './inventory.ts'
import { isOwnIssuer } from './origin.ts'

const maxLinks = 8

export type Link = { name: string; count: number; certificate?: InventoryRow | undefined }

/** Follows issuer names up to a self-signed, unknown or ambiguous issuer. */
export function chainOf(id: string, issuer: string, all: readonly InventoryRow[]): Link[] {
  const links: Link[] = []
  let name = issuer
  while (name && links.length < maxLinks && links.every((link) => link.name !== name)) {
    const wanted = name
    const found = all.filter((one) => one.name === wanted && one.id !== id)
    const [only] = found.length === 1 ? found : []
    links.push({ name, count: found.length, ...(only && { certificate: only }) })
    name = only && !isOwnIssuer(only) ? only.issuer : ''
  }
  return links
}

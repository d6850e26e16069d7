/** How a certificate stands today, wherever it was found: on a device, in the inventory, on a host. */
import { instantOf } from './time.ts'
import type { Scalar } from './wire.ts'

export type Expiry = {
  state: 'expired' | 'soon' | 'later' | 'unknown'
  days: number
  at?: Date | undefined
  raw: string
}

const dayMs = 86_400_000
export const soonDays = 30

/** When it ends, as days from now: whole ones that are left, below zero once it has ended. */
export function expiryOf(value: Scalar | undefined, now: number): Expiry {
  const at = instantOf(value)
  const days = at ? Math.floor((at.getTime() - now) / dayMs) : 0
  const state = !at ? 'unknown' : at.getTime() <= now ? 'expired' : days <= soonDays ? 'soon' : 'later'
  return { state, days, at, raw: value === undefined || value === null ? '' : String(value) }
}

/** As people count: whole days that are left, or, below zero, that have gone by since. */
export const wholeDays = ({ state, days }: Expiry): number => (state === 'expired' ? days + 1 : days)

/** Signature algorithms that no longer protect, by object identifier. */
const weakOids: Record<string, 'MD2' | 'MD4' | 'MD5' | 'SHA-1'> = {
  '1.2.840.113549.1.1.2': 'MD2',
  '1.2.840.113549.1.1.3': 'MD4',
  '1.2.840.113549.1.1.4': 'MD5',
  '1.2.840.113549.1.1.5': 'SHA-1',
  '1.2.840.10040.4.3': 'SHA-1',
  '1.2.840.10045.4.1': 'SHA-1',
  '1.3.14.3.2.3': 'MD5',
  '1.3.14.3.2.27': 'SHA-1',
  '1.3.14.3.2.29': 'SHA-1',
}

/** Why the signature is weak, by name or by OID: each may be missing or say something else than the other. */
export function weaknessOf(name: string, oid = ''): string | undefined {
  const [, md] = /md-?([245])(?!\d)/i.exec(name) ?? []
  const sha1 = /sha-?_?1(?!\d)/i.test(name)
  const hash = md ? `MD${md}` : sha1 ? 'SHA-1' : weakOids[oid.trim()]
  return hash && `Weak: ${hash}`
}

const minRsaBits = 2048
/** Curves have fewer bits than any RSA key that was ever in use. */
const maxCurveBits = 700

/** Why the key is weak, by its bits alone; a length that nobody stated is no weakness. */
export function keyWeaknessOf(bits: number | undefined): string | undefined {
  if (bits === undefined || !(bits > maxCurveBits) || bits >= minRsaBits) return undefined
  return `Weak: RSA ${bits}`
}

/** Expiry and weakness of a certificate, for devices, the inventory and hosts alike. */
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

/** Expiry state with the remaining whole days, which are negative once expired. */
export function expiryOf(value: Scalar | undefined, now: number): Expiry {
  const at = instantOf(value)
  const days = at ? Math.floor((at.getTime() - now) / dayMs) : 0
  const state = !at ? 'unknown' : at.getTime() <= now ? 'expired' : days <= soonDays ? 'soon' : 'later'
  return { state, days, at, raw: value === undefined || value === null ? '' : String(value) }
}

/** Whole days for display: remaining days, or, if negative, days since expiry. */
export const wholeDays = ({ state, days }: Expiry): number => (state === 'expired' ? days + 1 : days)

/** Broken signature algorithms by object identifier. */
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

/** Weakness by name or OID; either may be missing, or they may disagree. */
export function weaknessOf(name: string, oid = ''): string | undefined {
  const [, md] = /md-?([245])(?!\d)/i.exec(name) ?? []
  const sha1 = /sha-?_?1(?!\d)/i.test(name)
  const hash = md ? `MD${md}` : sha1 ? 'SHA-1' : weakOids[oid.trim()]
  return hash && `Weak: ${hash}`
}

const minRsaBits = 2048
/** Shorter keys are elliptic curve keys: no RSA key in use is as short. */
const maxCurveBits = 700

/** Weakness by key length; an unstated length is not reported. */
export function keyWeaknessOf(bits: number | undefined): string | undefined {
  if (bits === undefined || !(bits > maxCurveBits) || bits >= minRsaBits) return undefined
  return `Weak: RSA ${bits}`
}

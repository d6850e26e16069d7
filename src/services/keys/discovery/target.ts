import { isIP } from 'node:net'
import { Refusal } from '#crypto/refusal.ts'
import { issuableName } from '#crypto/x509/alternative-name.ts'

/** A host and port to connect to. */
export interface Target {
  /** A DNS name or IP address in canonical form. */
  host: string
  port: number
}

export const defaultPort = 443 // key-management, Limits

const shown = (text: string) => JSON.stringify(text.slice(0, 80))

/**
 * Parses a DNS name or IP address. Other notations (0177.0.0.1, 2130706433, 127.1, full-width digits) are rejected:
 * programs interpret them differently, so address rules could be bypassed.
 */
export function readHost(text: string, field: string): string {
  const trimmed = text.trim()
  const host = canonicalAddress(trimmed) ?? canonicalName(trimmed)
  if (host) return host
  throw new Refusal('not-allowed', `${shown(text)} is neither a host name nor an IP address`, field)
}

export function readAddress(text: string, field: string): string {
  const address = canonicalAddress(text.trim())
  if (address) return address
  throw new Refusal('not-allowed', `${shown(text)} is not an IP address`, field)
}

export function readPort(text: string | number, field: string): number {
  const port = /^[1-9]\d{0,4}$/.test(`${text}`.trim()) ? Number(text) : 0
  if (port >= 1 && port <= 65_535) return port
  throw new Refusal('not-allowed', `${shown(`${text}`)} is not a port: a whole number from 1 to 65535`, field)
}

export const isAddress = (host: string): boolean => isIP(host) !== 0

function canonicalAddress(text: string): string | undefined {
  const address = issuableName({ type: 'ip', value: text })?.value
  return address?.startsWith('::ffff:') ? undefined : address // an IPv4-mapped address
}

function canonicalName(text: string): string | undefined {
  const name = issuableName({ type: 'dns', value: text })?.value
  return name?.startsWith('*') ? undefined : name
}

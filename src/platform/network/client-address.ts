import type { IncomingHttpHeaders } from 'node:http'
import { addressMatcher, canonicalAddress } from './address.ts'

/** The parts of a request that determine the client address. */
export type Arriving = {
  socket: { remoteAddress?: string | undefined; destroy?: () => unknown }
  headers?: IncomingHttpHeaders
  httpVersion?: string
}
export type ClientAddressOf = (incoming: Arriving | undefined) => string

export const peerOf = (incoming: Arriving | undefined): string => {
  const { remoteAddress = '' } = incoming?.socket ?? {}
  return canonicalAddress(remoteAddress) ?? remoteAddress
}

/**
 * The client address for audit, sessions and limits (decision 100). X-Forwarded-For is evaluated only if the peer is a
 * trusted proxy: each proxy appends its peer's address, so the rightmost address that is not a trusted proxy is the
 * client. Entries further left are set by the client and ignored.
 */
export function clientAddresses(trustedProxies: readonly string[]): ClientAddressOf {
  const isTrusted = addressMatcher(trustedProxies)
  return (incoming) => {
    const peer = peerOf(incoming)
    return isTrusted(peer) ? (forwardedFor(incoming?.headers, isTrusted) ?? peer) : peer
  }
}

function forwardedFor(headers: IncomingHttpHeaders | undefined, isTrusted: (address: string) => boolean) {
  const hops = String(headers?.['x-forwarded-for'] ?? '').split(',')
  for (const hop of hops.reverse()) {
    const address = canonicalAddress(hop.trim())
    if (address === undefined) return undefined // malformed, so the remaining entries are unreliable
    if (!isTrusted(address)) return address
  }
  return undefined
}

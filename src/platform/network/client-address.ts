import type { IncomingHttpHeaders } from 'node:http'
import { addressMatcher, canonicalAddress } from './address.ts'

/** What is read of a request to know whom it came from. */
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
 * The address of the person's machine, for audit, sessions and limits (decision 100). X-Forwarded-For counts where the
 * socket's peer is a trusted proxy: each of them has added the address that it saw on the right, so the first one from
 * there that is no trusted proxy is the client. What stands further left is the client's own word, and never read.
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
    if (address === undefined) return undefined // malformed: what is left of it cannot be relied on
    if (!isTrusted(address)) return address
  }
  return undefined
}

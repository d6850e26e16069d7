import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { RequestContext } from '#platform/request-context.ts'
import { canonicalAddress } from './address.ts'
import { type Arriving, peerOf } from './client-address.ts'

export const clientHeaderName = 'x-triptych-client'
/** Allows for clock differences; limits replay of an intercepted header. */
const validMs = 5 * 60_000

/** Client of a request; the lane is that of `RequestContext`. */
export type Client = { address: string; knownLane?: string }
const noLane = '-'

export type ClientHeader = ReturnType<typeof clientHeader>

/**
 * Passes the client address to the embedded services, which see only the proxy's. Signed with a key derived from the
 * master key, which both tiers share. Never sent to real servers.
 */
export function clientHeader(masterKey: Buffer) {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych client address', 32)))
  /** Caches signatures within a second, for consecutive requests. */
  let ofSecond = { at: 0, values: new Map<string, string>() }
  const signed = (...parts: string[]) => createHmac('sha256', key).update(parts.join(' ')).digest()

  const verified = (value: string): Client | undefined => {
    const [text = '', at = '', lane = '', signature = '', ...rest] = value.split(' ')
    const given = Buffer.from(signature, 'base64url')
    const expected = signed(text, at, lane)
    const isOurs = rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
    if (!isOurs || Math.abs(Date.now() - Number(at)) > validMs) return undefined
    const address = canonicalAddress(text)
    return address === undefined ? undefined : { address, ...(lane !== noLane && { knownLane: lane }) }
  }

  const clientIn = (incoming: Arriving): Client => {
    const value = incoming.headers?.[clientHeaderName]
    return (typeof value === 'string' ? verified(value) : undefined) ?? { address: peerOf(incoming) }
  }

  return {
    /** The headers for a client; none if its address is unknown. */
    of({ clientAddress: address, knownLane: lane = noLane }: Partial<RequestContext> = {}): Record<string, string> {
      if (address === undefined || canonicalAddress(address) === undefined) return {}
      const at = Math.floor(Date.now() / 1000) * 1000
      if (ofSecond.at !== at) ofSecond = { at, values: new Map() }
      const name = `${address} ${lane}`
      const value =
        ofSecond.values.get(name) ??
        `${address} ${at} ${lane} ${signed(address, String(at), lane).toString('base64url')}`
      ofSecond.values.set(name, value)
      return { [clientHeaderName]: value }
    },
    /** Client of a request, from the header or otherwise the socket. */
    clientIn,
    addressIn: (incoming: Arriving): string => clientIn(incoming).address,
  }
}

import { lookup } from 'node:dns/promises'
import { Refusal } from '#crypto/refusal.ts'
import type { AddressRules } from './address-rules.ts'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

/** The addresses of a name. */
export type Resolver = (name: string) => Promise<{ address: string }[]>

/** As the machine does it, hosts file included. IPv4 first: a network without IPv6 often has names with it. */
export const systemResolver: Resolver = (name) => lookup(name, { all: true, order: 'ipv4first' })

/**
 * The address to connect to. A name is asked for once, and what was checked is what is connected to: a name server that
 * gives another answer the next time gains nothing.
 */
export async function resolveHost(host: string, rules: AddressRules, resolve: Resolver): Promise<string> {
  const addresses = isIP(host) !== 0 ? [host] : (await resolve(host)).map(({ address }) => address)
  const allowed = addresses.find((address) => !rules(address))
  if (allowed) return allowed
  const [first] = addresses
  throw new Refusal('not-allowed', (first && rules(first)) ?? `${host} has no address`, 'HOST')
}

/** Tells the address to connect to, or why there is none. */
export type AddressOf = (host: string) => Promise<string>

/** What was checked is what is connected to; see `checkAddressIn` for hosts that are addresses already. */
export const checkedLookup =
  (addressOf: AddressOf): LookupFunction =>
  (host, _, done) => {
    const answer = callbackify(addressOf)
    answer(host, (error, address) => done(error, error ? '' : [{ address, family: isIPv6(address) ? 6 : 4 }]))
  }

/** An address in a URL is connected to without any lookup: it is checked before. */
export async function checkAddressIn(url: URL, addressOf: AddressOf) {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) await addressOf(host)
}

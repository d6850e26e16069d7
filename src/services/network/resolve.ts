import { lookup } from 'node:dns/promises'
import { Refusal } from '#crypto/refusal.ts'
import type { AddressRules } from './address-rules.ts'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

/** Resolves a name to addresses. */
export type Resolver = (name: string) => Promise<{ address: string }[]>

/**
 * The system's resolver, including the hosts file. IPv4 first, since names may have IPv6 addresses on networks without
 * IPv6.
 */
export const systemResolver: Resolver = (name) => lookup(name, { all: true, order: 'ipv4first' })

/** Resolves and checks a host. The checked address is used for the connection, which prevents DNS rebinding. */
export async function resolveHost(host: string, rules: AddressRules, resolve: Resolver): Promise<string> {
  const addresses = isIP(host) !== 0 ? [host] : (await resolve(host)).map(({ address }) => address)
  const allowed = addresses.find((address) => !rules(address))
  if (allowed) return allowed
  const [first] = addresses
  throw new Refusal('not-allowed', (first && rules(first)) ?? `${host} has no address`, 'HOST')
}

/** Resolves to a permitted address; throws otherwise. */
export type AddressOf = (host: string) => Promise<string>

/** A lookup function that returns checked addresses; IP addresses in URLs need `checkAddressIn`. */
export const checkedLookup =
  (addressOf: AddressOf): LookupFunction =>
  (host, _, done) => {
    const answer = callbackify(addressOf)
    answer(host, (error, address) => done(error, error ? '' : [{ address, family: isIPv6(address) ? 6 : 4 }]))
  }

/** Checks IP addresses in URLs, which are connected to without lookup. */
export async function checkAddressIn(url: URL, addressOf: AddressOf) {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) await addressOf(host)
}

import { lookup } from 'node:dns/promises'
import { Refusal } from '#crypto/refusal.ts'
import type { AddressRules } from './address-rules.ts'
import { isIP } from 'node:net'

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

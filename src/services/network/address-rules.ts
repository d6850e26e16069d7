import { BlockList, isIPv6 } from 'node:net'

/** Addresses that are never contacted, regardless of configuration. The first match provides the reason. */
const forbidden = [
  // Metadata services, which provide credentials: AWS and most others, Alibaba, Oracle, Azure; AWS and Google over
  // IPv6.
  ['a metadata service', '169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
  ['a metadata service', 'fd00:ec2::254', 'fd20:ce::254'],
  ['a link-local address', '169.254.0.0/16', 'fe80::/10'],
  ['a multicast address', '224.0.0.0/4', 'ff00::/8'],
  ['the broadcast address', '255.255.255.255'],
  ['an unspecified address', '0.0.0.0/8', '::'],
  ['a reserved address', '240.0.0.0/4', '192.0.0.0/24', 'fec0::/10', '100::/64'],
  // NAT64, Teredo, 6to4: contain an IPv4 address with its own rules. BlockList handles ::ffff: itself.
  ['an IPv4 address in the clothes of IPv6', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
] as const

/** Addresses that must be allowed by configuration. */
const restricted = [
  ['a loopback address', '127.0.0.0/8', '::1'],
  ['a private address', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
  ['an IPv4 address in the clothes of IPv6', '::/96'],
] as const

/** Why an address must not be contacted; undefined if it may. */
export type AddressRules = (address: string) => string | undefined

/** @param allowedNetworks loopback and private networks that are allowed, such as 127.0.0.0/8 */
export function addressRules(allowedNetworks: readonly string[]): AddressRules {
  const never = forbidden.map(([what, ...networks]) => ({ what, list: blockList(networks) }))
  const unlessNamed = restricted.map(([what, ...networks]) => ({ what, list: blockList(networks) }))
  const named = blockList(allowedNetworks)
  return (address) => {
    const includes = (list: BlockList) => list.check(address, familyOf(address))
    const reason = never.find(({ list }) => includes(list))?.what
    if (reason) return `${address} is ${reason}, which is never connected to`
    const unnamed = includes(named) ? undefined : unlessNamed.find(({ list }) => includes(list))?.what
    return unnamed && `${address} is ${unnamed}, which may not be connected to here: its network is not configured`
  }
}

/** IP addresses, and networks in CIDR notation. */
export function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

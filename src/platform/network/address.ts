import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>

/** Canonical form of an IP address: mapped IPv4 as plain IPv4, IPv6 as in RFC 5952. Undefined if invalid. */
export function canonicalAddress(text: string): string | undefined {
  const address = parsed(text)
  return address && spelled(address)
}

/** Without the zone of link-local addresses. Validity is decided by `net`, which rejects `127.1` and `010.0.0.1`. */
function parsed(text: string): Address | undefined {
  const [plain = ''] = text.split('%')
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain)
}

const spelled = (address: Address) => (address.kind() === 'ipv4' ? address.toString() : rfc5952(address))
const rfc5952 = (address: Address) => ('toRFC5952String' in address ? address.toRFC5952String() : address.toString())

const sharedBits = 64

/**
 * The unit that a rate limit counts: a /64 for IPv6, since subscribers can change addresses within it, or one IPv4
 * address.
 */
export function networkOf(address: string): string {
  const known = parsed(address)
  if (!known) return address
  if (known.kind() === 'ipv4') return known.toString()
  return `${rfc5952(ipaddr.IPv6.networkAddressFromCIDR(`${known.toString()}/${sharedBits}`))}/${sharedBits}`
}

/** Matches addresses against a list of addresses and networks. Throws if one is malformed. */
export function addressMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) =>
    network.includes('/') ? ipaddr.parseCIDR(network) : wholeAddress(ipaddr.process(network)),
  )
  return (text) => {
    const address = parsed(text)
    return (
      address !== undefined &&
      ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
    )
  }
}

const wholeAddress = (address: Address): [Address, number] => [address, address.kind() === 'ipv4' ? 32 : 128]

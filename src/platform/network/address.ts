import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>

/** One spelling of each address: IPv4 plain even where it came mapped, IPv6 as RFC 5952. Undefined: not an address. */
export function canonicalAddress(text: string): string | undefined {
  const address = parsed(text)
  return address && spelled(address)
}

/** Without the zone of a link-local address. `net` alone decides what is valid: `127.1` and `010.0.0.1` are not. */
function parsed(text: string): Address | undefined {
  const [plain = ''] = text.split('%')
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain)
}

const spelled = (address: Address) => (address.kind() === 'ipv4' ? address.toString() : rfc5952(address))
const rfc5952 = (address: Address) => ('toRFC5952String' in address ? address.toRFC5952String() : address.toString())

const sharedBits = 64

/**
 * Whom a budget counts. A subscriber has a whole /64 of IPv6 and may use another address of it for each request;
 * an IPv4 address stands for itself.
 */
export function networkOf(address: string): string {
  const known = parsed(address)
  if (!known) return address
  if (known.kind() === 'ipv4') return known.toString()
  return `${rfc5952(ipaddr.IPv6.networkAddressFromCIDR(`${known.toString()}/${sharedBits}`))}/${sharedBits}`
}

/** Whether an address is one of these, or in one of these networks. Throws where one of them is malformed. */
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

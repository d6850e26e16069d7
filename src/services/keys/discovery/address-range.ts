import { isIPv6 } from 'node:net'
import { Refusal } from '#crypto/refusal.ts'
import { readAddress } from './target.ts'

export const maxTargets = 4_096

/** All addresses of a range, inclusive. */
export function addressesBetween(start: string, end: string): string[] {
  const first = readAddress(start, 'StartIpAddress')
  const last = readAddress(end, 'EndIpAddress')
  if (isIPv6(first) !== isIPv6(last)) {
    throw new Refusal('not-allowed', 'One address is IPv4 and the other IPv6', 'EndIpAddress')
  }
  const [from, to] = [toNumber(first), toNumber(last)]
  if (from > to) throw new Refusal('not-allowed', `${last} comes before ${first}`, 'EndIpAddress')
  const count = to - from + 1n
  if (count > maxTargets) {
    throw new Refusal(
      'too-large',
      `The range has ${count} addresses; at most ${maxTargets} are allowed`,
      'EndIpAddress',
    )
  }
  const write = isIPv6(first) ? toIPv6 : toIPv4
  return Array.from({ length: Number(count) }, (_, at) => write(from + BigInt(at)))
}

const toNumber = (address: string): bigint =>
  (isIPv6(address) ? groupsOf(address) : address.split('.')).reduce(
    (number, part) => (isIPv6(address) ? (number << 16n) + BigInt(`0x${part}`) : (number << 8n) + BigInt(part)),
    0n,
  )

/** The eight groups of a canonical IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
}

const toIPv4 = (number: bigint) => [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 0xffn).join('.')

function toIPv6(number: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) => ((number >> BigInt(112 - 16 * at)) & 0xffffn).toString(16))
  return readAddress(groups.join(':'), 'EndIpAddress') // in canonical form
}

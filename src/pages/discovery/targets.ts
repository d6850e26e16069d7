/** Parses discovery targets: one host, a range, or a list with one target per line. */
import { asciiName, isMalformed, kindOf } from '#contract/keys/rules/name-form.ts'

export type Target = { host: string; port: number }
/** An invalid line, and the reason. */
export type Wrong = { line: number; text: string; why: string }
export type Read = { targets: Target[]; wrong: Wrong[] }
export const maxTargets = 16_384
const defaultPort = 443

const ipv4 = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/
const looksNumeric = /^(0x[0-9a-f]+|\d+)(\.(0x[0-9a-f]+|\d+))*$/i

/** A canonical address, or undefined. Programs interpret others (0177.0.0.1, 127.1) differently. */
function canonicalAddress(text: string): string | undefined {
  if (ipv4.test(text)) return text.split('.').every((part) => Number(part) <= 255) ? text : undefined
  if (!text.includes(':') || text.includes('%')) return undefined
  try {
    const address = new URL(`http://[${text}]`).hostname.slice(1, -1)
    return address.startsWith('::ffff:') ? undefined : address // an IPv4-mapped address is another spelling of an IPv4
    // address
  } catch {
    return undefined
  }
}

/** The canonical host name, or why it is invalid. */
export function readHost(text: string): { host: string } | { why: string } {
  if (text === '') return { why: 'Enter a host name or IP address' }
  const address = canonicalAddress(text)
  if (address) return { host: address }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { why: 'Enter only the host, without https:// or a path' }
  if (looksNumeric.test(text)) return { why: 'Enter an IPv4 address as four decimal numbers, such as 10.1.2.3' }
  const name = asciiName(text)?.toLowerCase()
  if (!name || kindOf(name) !== 'dns' || isMalformed(name) || name.includes('_')) {
    return { why: 'Not a valid host name or IP address' }
  }
  return { host: name }
}

export function readPort(text: string): number | undefined {
  const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65_535 ? port : undefined
}

/** Parses `<host-or-ip>[ <port>]` lines; # starts a comment. Removes duplicates. */
export function targetsInList(text: string): Read {
  const targets = new Map<string, Target>()
  const wrong: Wrong[] = []
  for (const [at, whole] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const [host, port, ...rest] = whole.replace(/#.*$/, '').split(/\s+/).filter(Boolean)
    if (host === undefined) continue
    const found = readHost(host)
    const number = port === undefined ? defaultPort : readPort(port)
    const why = rest.length > 0 ? 'Enter one host and an optional port per line' : portWhy(number, found)
    if (why) wrong.push({ line: at + 1, text: whole.trim().slice(0, 80), why })
    else if ('host' in found && number) targets.set(`${found.host} ${number}`, { host: found.host, port: number })
  }
  return { targets: [...targets.values()], wrong }
}

const portWhy = (port: number | undefined, found: ReturnType<typeof readHost>) =>
  'why' in found ? found.why : port === undefined ? 'Enter a port from 1 to 65535' : undefined

/** All addresses of a range, inclusive. */
export function targetsInRange(
  start: string,
  end: string,
  port: number,
): Target[] | { field: 'start' | 'end'; why: string } {
  const [first, last] = [canonicalAddress(start), canonicalAddress(end)]
  if (!first) return { field: 'start', why: 'Enter an IPv4 or IPv6 address, such as 10.1.2.1' }
  if (!last) return { field: 'end', why: 'Enter an IPv4 or IPv6 address, such as 10.1.2.254' }
  const isSix = first.includes(':')
  if (isSix !== last.includes(':')) return { field: 'end', why: 'Use two IPv4 or two IPv6 addresses' }
  const [from, to] = [toNumber(first), toNumber(last)]
  if (from > to) return { field: 'end', why: 'The last address is lower than the first' }
  const count = to - from + 1n
  if (count > maxTargets) {
    return {
      field: 'end',
      why: `The range has ${count.toLocaleString('en')} addresses. The maximum is ${maxTargets.toLocaleString('en')}.`,
    }
  }
  const write = isSix ? toIpv6 : toIpv4
  return Array.from({ length: Number(count) }, (_, at) => ({ host: write(from + BigInt(at)), port }))
}

function toNumber(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => (sum << 8n) + BigInt(part), 0n)
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = address.includes('::') ? Array.from({ length: 8 - head.length - tail.length }, () => '0') : []
  return [...head, ...zeros, ...tail].reduce((sum, part) => (sum << 16n) + BigInt(`0x${part}`), 0n)
}
const toIpv4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.')
const toIpv6 = (value: bigint) => {
  const groups = Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16))
  return canonicalAddress(groups.join(':')) ?? groups.join(':')
}

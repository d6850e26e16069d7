import { createHmac } from 'node:crypto'
import { findPublicKey, fingerprint } from './public-key.ts'

/** A known host key: from ssh-keyscan, known_hosts, ssh-keygen -l, or a plain fingerprint. */
export interface KnownKey {
  /** Such as ssh-ed25519; undefined for a plain fingerprint. */
  type: string | undefined
  /** SHA256:… or MD5:… */
  fingerprint: string
}

export interface KnownKeys {
  keys: KnownKey[]
  /** Number of keys of other hosts. */
  others: number
  /** Numbers of unrecognized lines. */
  unreadable: number[]
}

/** A SHA-256 fingerprint in Base64 without padding; shorter than any key. */
const shortestLine = 43

/** @param names the host's names in such files: `192.0.2.10`, `[192.0.2.10]:2222`, `web-1` */
export function readKnownKeys(text: string, names: readonly string[]): KnownKeys {
  const found: KnownKeys = { keys: [], others: 0, unreadable: [] }
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const read = line.length < shortestLine ? undefined : keyIn(line, names)
    if (read === 'other host') found.others++
    else if (read === undefined) found.unreadable.push(at + 1)
    else found.keys.push(read)
  }
  return found
}

function keyIn(line: string, names: readonly string[]): KnownKey | 'other host' | undefined {
  const plain = findPublicKey(line)
  if (plain) return { type: plain.algorithm, fingerprint: fingerprint(plain.blob) }
  const [, hosts = '', rest = ''] = /^(\S+)\s+(\S.*)$/.exec(line) ?? []
  // @cert-authority and @revoked keys are not host keys.
  if (hosts.startsWith('@')) return 'other host'
  const listed = findPublicKey(rest)
  if (!listed) return printedIn(line)
  return isNamed(hosts, names) ? { type: listed.algorithm, fingerprint: fingerprint(listed.blob) } : 'other host'
}

/** Key types as printed by ssh-keygen -l; ECDSA types are determined by length. */
const printedTypes: Record<string, string> = { ED25519: 'ssh-ed25519', RSA: 'ssh-rsa', DSA: 'ssh-dss' }

/** `256 SHA256:… comment (ED25519)`, or a plain fingerprint. */
function printedIn(line: string): KnownKey | undefined {
  const [, bits, print = '', kind = ''] =
    /^(?:(\d{3,5})\s+)?(SHA256:[A-Za-z0-9+/]{43}=?|(?:MD5:)?(?:[0-9a-fA-F]{2}:){15}[0-9a-fA-F]{2}|[A-Za-z0-9+/]{43}=?)(?:\s.*?)?(?:\((\w+)\))?$/.exec(
      line,
    ) ?? []
  if (print === '') return undefined
  return {
    type: kind === 'ECDSA' && bits ? `ecdsa-sha2-nistp${bits}` : printedTypes[kind],
    fingerprint: spelled(print),
  }
}

function spelled(print: string): string {
  if (print.includes(':') && !print.startsWith('SHA256:')) return `MD5:${print.replace(/^MD5:/, '').toLowerCase()}`
  return `SHA256:${print.replace(/^SHA256:/, '').replace(/=$/, '')}`
}

/** First field of known_hosts: comma-separated names, patterns, or a hashed name (sshd(8)). */
function isNamed(hosts: string, names: readonly string[]): boolean {
  const [, salt, hash] = /^\|1\|([A-Za-z0-9+/=]+)\|([A-Za-z0-9+/=]+)$/.exec(hosts) ?? []
  if (salt !== undefined) return names.some((name) => hashOf(salt, name) === hash)
  const patterns = hosts.toLowerCase().split(',')
  const isMatched = (pattern: string) => names.some((name) => matches(pattern, name.toLowerCase()))
  if (patterns.some((pattern) => pattern.startsWith('!') && isMatched(pattern.slice(1)))) return false
  return patterns.some(isMatched)
}

const hashOf = (salt: string, name: string) =>
  createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64')

/** Wildcards `*` and `?`. Matched iteratively, since a regular expression from a file could take exponential time. */
function matches(pattern: string, name: string): boolean {
  let [at, place, star, from] = [0, 0, -1, 0]
  while (place < name.length) {
    if (pattern[at] === '*') [star, from] = [at++, place]
    else if (pattern[at] === '?' || pattern[at] === name[place]) [at, place] = [at + 1, place + 1]
    else if (star >= 0) [at, place] = [star + 1, ++from]
    else return false
  }
  return /^\**$/.test(pattern.slice(at))
}

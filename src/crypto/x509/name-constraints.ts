import { BlockList, isIP } from 'node:net'
import * as asn1 from '@peculiar/asn1-x509'
import { writeDer } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { type AlternativeName, issuableName } from './alternative-name.ts'
import { findExtension } from './extension.ts'
import { generalNameText } from './general-name-text.ts'

/** A general subtree (RFC 5280, 4.2.1.10). */
export interface NameSubtree {
  type: AlternativeName['type']
  /** A domain, a network in CIDR notation, or for email an address, a host, or `.` and a domain. */
  value: string
}
/** Permitted and excluded names of an authority. Types without permitted subtrees are not restricted to any. */
export interface NameConstraints {
  permitted: readonly NameSubtree[]
  excluded: readonly NameSubtree[]
}

const maxSubtrees = 100

/** Parses comma-separated subtrees, with or without openssl's type prefixes: `example.com, IP:10.0.0.0/8`. */
export function readSubtrees(text: string, field: string): NameSubtree[] {
  const texts = text.split(',').flatMap((part) => part.trim() || [])
  if (texts.length > maxSubtrees)
    throw new Refusal('too-large', `There are more than ${maxSubtrees} name constraints`, field)
  return texts.map((part) => {
    const subtree = readSubtree(part)
    if (subtree) return subtree
    const shown = JSON.stringify(part.slice(0, 80))
    throw new Refusal('not-allowed', `${shown} is not a domain, an IP network or an email address or domain`, field)
  })
}

function readSubtree(text: string): NameSubtree | undefined {
  const [, prefix = '', rest = text] = /^(dns|ip|email):(.*)$/i.exec(text) ?? []
  const value = rest.trim()
  const network = networkOf(value)
  if (network) return prefix === '' || prefix.toLowerCase() === 'ip' ? { type: 'ip', value: network } : undefined
  const isEmail = prefix.toLowerCase() === 'email' || (prefix === '' && value.includes('@'))
  if (isEmail) return emailSubtree(value)
  const domain = prefix.toLowerCase() === 'ip' || value.includes('*') ? undefined : domainOf(value)
  return domain ? { type: 'dns', value: domain } : undefined
}

const domainOf = (value: string) => issuableName({ type: 'dns', value })?.value

function emailSubtree(text: string): NameSubtree | undefined {
  if (text.includes('@')) return issuableName({ type: 'email', value: text })
  const dot = text.startsWith('.') ? '.' : ''
  const domain = domainOf(text.slice(dot.length))
  return domain ? { type: 'email', value: dot + domain } : undefined
}

/** Canonical CIDR notation; a single address is a network of one. */
function networkOf(text: string): string | undefined {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  if (!family || address.includes('%')) return undefined
  const max = family === 4 ? 32 : 128
  const length = Number(bits ?? max)
  const value = issuableName({ type: 'ip', value: address })?.value
  if (length > max || value === undefined) return undefined
  return isFirstAddress(value, length) ? `${value}/${length}` : undefined
}

/** Requires the first address of the network: 10.1.2.3/8 is probably a mistake. */
function isFirstAddress(address: string, length: number): boolean {
  const [, , ...bytes] = writeDer(new asn1.GeneralName({ iPAddress: address }))
  return bytes.every((byte, index) => {
    const kept = Math.min(8, Math.max(0, length - index * 8))
    return (byte & (0xff >> kept)) === 0
  })
}

/** Rejects names outside the constraints of the issuer or an authority above it. `chain`: nearest first. */
export function requireWithinConstraints(chain: readonly asn1.Certificate[], names: readonly AlternativeName[]) {
  for (const { tbsCertificate } of chain) {
    const constraints = findExtension(tbsCertificate.extensions, asn1.id_ce_nameConstraints, asn1.NameConstraints)
    if (!constraints) continue
    const permitted = subtreesIn(constraints.permittedSubtrees)
    const excluded = subtreesIn(constraints.excludedSubtrees)
    const refused = names.find((name) => !isAllowed(name, { permitted, excluded }))
    if (!refused) continue
    throw new Refusal(
      'not-allowed',
      `The authority is not allowed to issue for ${refused.type}:${refused.value}`,
      'names',
    )
  }
}

const subtreesIn = (subtrees: Iterable<asn1.GeneralSubtree> = []): NameSubtree[] =>
  Array.from(subtrees, ({ base }) => generalNameText(base)).filter(isNameSubtree)

const isNameSubtree = (name: { type: string; value: string }): name is NameSubtree =>
  ['dns', 'ip', 'email', 'uri'].includes(name.type)

function isAllowed(name: AlternativeName, { permitted, excluded }: NameConstraints): boolean {
  const covers = (subtree: NameSubtree) => subtree.type === name.type && within[name.type](name.value, subtree.value)
  const ofItsType = permitted.filter(({ type }) => type === name.type)
  return !excluded.some(covers) && (ofItsType.length === 0 || ofItsType.some(covers))
}

const isBelow = (host: string, domain: string) => host.endsWith(`.${domain}`)
/** A host equals the subtree, or, with a leading dot, is below it. */
const isHostWithin = (host: string, part: string) => (part.startsWith('.') ? host.endsWith(part) : host === part)

const within: Record<NameSubtree['type'], (name: string, part: string) => boolean> = {
  // A wildcard covers names directly below its domain, so its domain is checked.
  dns: (name, part) => {
    const [host, domain] = [name.toLowerCase().replace(/^\*\./, ''), part.toLowerCase().replace(/^\./, '')]
    return domain === '' || host === domain || isBelow(host, domain)
  },
  ip: (name, part) => {
    const [network = '', bits = ''] = part.split('/')
    const [family, ofName] = [isIP(network), isIP(name)]
    if (family === 0 || family !== ofName) return false
    const list = new BlockList()
    list.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
    return list.check(name, family === 4 ? 'ipv4' : 'ipv6')
  },
  email: (name, part) => {
    if (part.includes('@')) return name === part
    return isHostWithin(name.slice(name.lastIndexOf('@') + 1).toLowerCase(), part.toLowerCase())
  },
  uri: (name, part) => isHostWithin(new URL(name).hostname.toLowerCase(), part.toLowerCase()),
}

import { isIP, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { GeneralName } from '@peculiar/asn1-x509'
import { Refusal } from '#crypto/refusal.ts'

/** A subject alternative name in a request or certificate that we create. */
export interface AlternativeName {
  type: 'dns' | 'ip' | 'email' | 'uri'
  value: string
}

export const maxAlternativeNames = 1_000

/** ALT_NAMES, comma-separated or as a list, with or without openssl's type prefixes. `\,` is a literal comma. */
export function readAlternativeNames(names: string | readonly string[]): AlternativeName[] {
  const texts = (typeof names === 'string' ? splitAtCommas(names) : names).map((name) => name.trim()).filter(Boolean)
  if (texts.length > maxAlternativeNames) {
    throw new Refusal('too-large', `More than ${maxAlternativeNames} alternative names`, 'alternativeNames')
  }
  return withoutDuplicates(texts.map(readAlternativeName))
}

const splitAtCommas = (text: string) => text.split(/(?<!\\),/).map((name) => name.replaceAll('\\,', ','))

/** Adds a common name that is a host name or address, since browsers read alternative names only. */
export const withCommonName = (names: readonly AlternativeName[], commonName = ''): AlternativeName[] =>
  isHost(commonName) ? withoutDuplicates([readAlternativeName(commonName), ...names]) : [...names]

/** Canonical form of a requested name; undefined if it cannot be issued. */
export function issuableName({ type, value }: { type: string; value: string }): AlternativeName | undefined {
  if (!isAlternativeType(type)) return undefined
  const spelling = canonical[type](value)
  return spelling === undefined ? undefined : { type, value: spelling }
}

export const encodeAlternativeName = ({ type, value }: AlternativeName): GeneralName =>
  new GeneralName({ [fields[type]]: value })

const fields = { dns: 'dNSName', ip: 'iPAddress', email: 'rfc822Name', uri: 'uniformResourceIdentifier' } as const

const isAlternativeType = (type: string): type is AlternativeName['type'] => Object.hasOwn(fields, type)

const prefixes: Record<string, AlternativeName['type']> = {
  dns: 'dns',
  ip: 'ip',
  email: 'email',
  uri: 'uri',
  url: 'uri',
}

function readAlternativeName(text: string): AlternativeName {
  const [, prefix = '', rest = ''] = /^([a-z]+):(.+)$/i.exec(text) ?? []
  const stated = prefixes[prefix.toLowerCase()]
  const type = stated ?? likelyType(text)
  const value = canonical[type]((stated ? rest : text).trim())
  if (!value) {
    throw new Refusal('not-allowed', `${JSON.stringify(text.slice(0, 80))} is not a ${kinds[type]}`, 'alternativeNames')
  }
  return { type, value }
}

const kinds = { dns: 'host name', ip: 'IP address', email: 'mail address', uri: 'URI' }

function likelyType(text: string): AlternativeName['type'] {
  if (isIP(unbracketed(text))) return 'ip'
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return 'uri'
  return text.includes('@') ? 'email' : 'dns'
}

/** The canonical form for storage and comparison; undefined if invalid. */
const canonical: Record<AlternativeName['type'], (value: string) => string | undefined> = {
  dns: (value) => {
    const wildcard = value.startsWith('*.') ? '*.' : ''
    const host = hostName(value.slice(wildcard.length).replace(/\.$/, ''))
    return isHostName(host) && !(wildcard && !host.includes('.')) ? wildcard + host : undefined
  },
  ip: (value) => {
    const address = unbracketed(value)
    if (!isIP(address) || address.includes('%')) return undefined
    return isIPv6(address) ? unbracketed(new URL(`http://[${address}]`).hostname) : address
  },
  email: (value) => {
    const [, local, domain = ''] = /^([\w.!#$%&'*+/=?^`{|}~-]{1,64})@(.+)$/.exec(value) ?? []
    const host = hostName(domain)
    return local && isHostName(host) ? `${local}@${host}` : undefined
  },
  // RFC 5280, 4.2.1.6: absolute, with a scheme and a part that follows it
  uri: (value) => (/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(value) && URL.canParse(value) ? value : undefined),
}

/** The name in ASCII. Only other names are converted by Node, which would drop line breaks and decode %41. */
function hostName(text: string): string {
  const isInternational = /[^\0-\x7f]/.test(text) && !/[\s\p{C}%]/u.test(text)
  return (isInternational ? domainToASCII(text) : text).toLowerCase()
}

const isHost = (text: string) => Boolean(text) && canonical[likelyType(text)](text) !== undefined

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** The last label of a host name is never numeric: 127.1 and 0177.0.0.1 are forms of IP addresses. */
const isHostName = (name: string) =>
  name.length <= 253 && name.split('.').every((part) => label.test(part)) && !/(^|\.)(\d+|0x[\da-f]+)$/.test(name)

const unbracketed = (address: string) => address.replace(/^\[(.*)\]$/, '$1')

const withoutDuplicates = (names: AlternativeName[]): AlternativeName[] => [
  ...new Map(names.map((name) => [`${name.type}:${name.value}`, name])).values(),
]

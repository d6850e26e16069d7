import type { AttributeValue, GeneralName, Name } from '@peculiar/asn1-x509'
import { hex } from './pem.ts'

const parts = {
  '2.5.4.3': ['CN', 'commonName'],
  '2.5.4.11': ['OU', 'unit'],
  '2.5.4.10': ['O', 'organization'],
  '2.5.4.7': ['L', 'locality'],
  '2.5.4.8': ['ST', 'state'],
  '2.5.4.6': ['C', 'country'],
} as const
type Part = (typeof parts)[keyof typeof parts][1]

export type Subject = Partial<Record<Part, string>> & { text: string }

/** Attributes of a name (the first value of each), and the whole name as text. */
export function readSubject(name: Name): Subject {
  const attributes = name.flat()
  const found = attributes
    .toReversed()
    .flatMap(({ type, value }) => (isPart(type) ? [[parts[type][1], textOf(value)] as const] : []))
  const line = attributes
    .toReversed()
    .map(({ type, value }) => `${isPart(type) ? parts[type][0] : type}=${textOf(value)}`)
  return { ...(Object.fromEntries(found) as Partial<Record<Part, string>>), text: line.join(', ') }
}

const isPart = (oid: string): oid is keyof typeof parts => Object.hasOwn(parts, oid)

const textOf = (value: AttributeValue): string =>
  value.utf8String ??
  value.printableString ??
  value.ia5String ??
  value.bmpString ??
  value.universalString ??
  value.teletexString ??
  `#${hex(value.anyValue ?? new ArrayBuffer())}`

/** Text of a subject alternative name. Types other than host, address, email and URI are prefixed with their type. */
export function readName(name: GeneralName): string {
  if (name.directoryName !== undefined) return `directory ${readSubject(name.directoryName).text}`
  return name.dNSName ?? name.iPAddress ?? name.rfc822Name ?? name.uniformResourceIdentifier ?? otherText(name)
}

/** Object identifiers look like IP addresses, so they are labeled. */
const otherText = ({ otherName, registeredID }: GeneralName) =>
  otherName ? `other name ${otherName.typeId}` : `registered id ${registeredID ?? 'without a text'}`

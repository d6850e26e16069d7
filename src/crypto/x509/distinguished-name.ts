import { AttributeTypeAndValue, AttributeValue, Name, RelativeDistinguishedName } from '@peculiar/asn1-x509'
import { Refusal } from '#crypto/refusal.ts'

/** Subject attributes of createCSR and createCertificate. */
export interface DistinguishedName {
  commonName?: string
  organizationalUnit?: string
  organization?: string
  locality?: string
  state?: string
  country?: string
}

// In encoding order, least specific first. Upper bounds: RFC 5280, appendix A.
const parts = {
  country: { oid: '2.5.4.6', longest: 2 },
  state: { oid: '2.5.4.8', longest: 128 },
  locality: { oid: '2.5.4.7', longest: 128 },
  organization: { oid: '2.5.4.10', longest: 64 },
  organizationalUnit: { oid: '2.5.4.11', longest: 64 },
  commonName: { oid: '2.5.4.3', longest: 64 },
} as const satisfies Record<keyof DistinguishedName, { oid: string; longest: number }>

const partNames = Object.keys(parts) as (keyof DistinguishedName)[]

export function encodeName(name: DistinguishedName): Name {
  const given = partNames.flatMap((part) => {
    const value = name[part]?.trim().normalize('NFC')
    return value ? [new AttributeTypeAndValue({ type: parts[part].oid, value: encodeValue(part, value) })] : []
  })
  return new Name(given.map((attribute) => new RelativeDistinguishedName([attribute])))
}

/** The first value of each attribute, and the name as text. */
export function readName(name: Name): DistinguishedName & { text: string } {
  const attributes = name.flat()
  const valueOf = (part: keyof DistinguishedName) => {
    const found = attributes.find(({ type }) => type === parts[part].oid)
    return found && textOf(found.value)
  }
  return { ...Object.fromEntries(partNames.map((part) => [part, valueOf(part)])), text: nameText(name) }
}

/** RFC 4514, most specific attribute first: CN=www.example.com,O=Acme,C=DE */
const nameText = (name: Name): string =>
  name
    .toReversed()
    .map((rdn) => rdn.map(({ type, value }) => `${labels[type] ?? type}=${escaped(textOf(value))}`).join('+'))
    .join(',')

const labels: Partial<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.15': 'businessCategory',
  '2.5.4.17': 'postalCode',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

const textOf = (value: AttributeValue): string =>
  value.utf8String ??
  value.printableString ??
  value.ia5String ??
  value.bmpString ??
  value.universalString ??
  value.teletexString ??
  `#${Buffer.from(value.anyValue ?? new ArrayBuffer()).toString('hex')}`

/** Control characters, including those that change the text direction. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const escaped = (text: string): string =>
  text
    .replace(/[,+"\\<>;]/g, '\\$&')
    .replace(/^[ #]| $/g, '\\$&')
    .replace(invisible, (character) => Buffer.from(character).toString('hex').replace(/../g, '\\$&'))

function encodeValue(part: keyof DistinguishedName, value: string): AttributeValue {
  const { longest } = parts[part]
  if (Array.from(value).length > longest) {
    throw new Refusal('too-large', `The ${spoken(part)} is longer than ${longest} characters`, part)
  }
  if (/\p{Cc}|\p{Cs}/u.test(value)) {
    throw new Refusal('not-allowed', `The ${spoken(part)} holds control characters`, part)
  }
  if (part !== 'country') return new AttributeValue({ utf8String: value })
  if (!/^[A-Za-z]{2}$/.test(value)) {
    throw new Refusal('not-allowed', 'The country is a code of two letters, such as DE', part)
  }
  return new AttributeValue({ printableString: value.toUpperCase() })
}

const spoken = (part: string) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

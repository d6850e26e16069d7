import { AsnConvert } from '@peculiar/asn1-schema'
import {
  type AttributeValue,
  Certificate,
  id_ce_subjectAltName,
  type Name,
  SubjectAlternativeName,
} from '@peculiar/asn1-x509'
import type { SeenCertificate } from './chosen-file.ts'

/** Undefined if the bytes are not a certificate. */
export function certificateIn(der: Uint8Array<ArrayBuffer>): SeenCertificate | undefined {
  try {
    const { tbsCertificate: tbs } = AsnConvert.parse(der, Certificate)
    return {
      subject: nameText(tbs.subject),
      issuer: nameText(tbs.issuer),
      serialNumber: hex(tbs.serialNumber)
        .toUpperCase()
        .replace(/^0+(?=.)/, ''),
      from: tbs.validity.notBefore.getTime(),
      until: tbs.validity.notAfter.getTime(),
      names: alternativeNames(tbs.extensions?.find(({ extnID }) => extnID === id_ce_subjectAltName)?.extnValue.buffer),
    }
  } catch {
    return undefined // files may have any content
  }
}

function alternativeNames(value: ArrayBuffer | undefined): string[] {
  if (!value) return []
  try {
    return [...AsnConvert.parse(value, SubjectAlternativeName)].map(
      ({ dNSName, iPAddress, rfc822Name, uniformResourceIdentifier }) =>
        dNSName ?? iPAddress ?? rfc822Name ?? uniformResourceIdentifier ?? 'a name of another type',
    )
  } catch {
    return ['alternative names that cannot be read'] // authorities have issued such certificates
  }
}

const shortNames: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.11': 'OU',
  '2.5.4.10': 'O',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.6': 'C',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

/** Name as text with the common name first (RFC 4514). */
const nameText = (name: Name) =>
  name
    .flat()
    .toReversed()
    .map(({ type, value }) => `${shortNames[type] ?? type}=${textOf(value)}`)
    .join(', ')

const textOf = ({ anyValue, ...texts }: AttributeValue): string =>
  Object.values(texts).find((text): text is string => typeof text === 'string') ??
  `#${hex(anyValue ?? new ArrayBuffer())}`

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

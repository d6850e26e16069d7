import { AsnConvert } from '@peculiar/asn1-schema'

/** Parses DER; undefined if the bytes do not have this type. */
export function parsed<T>(bytes: BufferSource, type: new () => T): T | undefined {
  try {
    return AsnConvert.parse(bytes, type)
  } catch {
    return undefined // files can contain anything
  }
}

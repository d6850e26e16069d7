import { AsnConvert } from '@peculiar/asn1-schema'

/** Undefined where the bytes are something else. */
export function parsed<T>(bytes: BufferSource, type: new () => T): T | undefined {
  try {
    return AsnConvert.parse(bytes, type)
  } catch {
    return undefined // a stranger's file may be anything
  }
}

import { Refusal } from '#crypto/refusal.ts'

/** Uppercase hexadecimal in whole bytes, as in openssl, Node and the console. */
export const serialText = (bytes: ArrayBuffer): string =>
  Buffer.from(bytes)
    .toString('hex')
    .toUpperCase()
    .replace(/^(00)+(?=.)/, '')

/** Content of an ASN.1 integer: minimal length, with a leading zero byte if the top bit is set. */
export function serialBytes(text: string): ArrayBuffer {
  const digits = text.replaceAll(':', '').replace(/^0+(?=.)/, '')
  if (!/^[0-9a-f]{1,40}$/i.test(digits)) {
    throw new Refusal('not-allowed', 'A serial number has up to 40 hexadecimal digits', 'serialNumber')
  }
  const bytes = Uint8Array.from(Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex'))
  return (bytes[0] ?? 0) < 0x80 ? bytes.buffer : Uint8Array.of(0, ...bytes).buffer
}

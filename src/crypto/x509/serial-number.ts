import { Refusal } from '#crypto/refusal.ts'

/** As openssl, Node and the console show it: hexadecimal, upper case, whole bytes. */
export const serialText = (bytes: ArrayBuffer): string =>
  Buffer.from(bytes)
    .toString('hex')
    .toUpperCase()
    .replace(/^(00)+(?=.)/, '')

/** As an ASN.1 integer's content: the smallest number of bytes, a zero in front of a set top bit. */
export function serialBytes(text: string): ArrayBuffer {
  const digits = text.replaceAll(':', '').replace(/^0+(?=.)/, '')
  if (!/^[0-9a-f]{1,40}$/i.test(digits)) {
    throw new Refusal('not-allowed', 'A serial number has up to 40 hexadecimal digits', 'serialNumber')
  }
  const bytes = Uint8Array.from(Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex'))
  return (bytes[0] ?? 0) < 0x80 ? bytes.buffer : Uint8Array.of(0, ...bytes).buffer
}

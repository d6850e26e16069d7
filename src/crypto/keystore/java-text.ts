import { Refusal } from '#crypto/refusal.ts'

// "Modified UTF-8" of java.io.DataInput: UTF-16 units encoded individually, and zero in two bytes.

export function readJavaText(bytes: Uint8Array): string {
  const units: number[] = []
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : 3
    if ((lead & 0xc0) === 0x80 || lead >= 0xf0 || at + length > bytes.length) throw damaged()
    const bits = [0x7f, 0x1f, 0x0f][length - 1] ?? 0
    let unit = lead & bits
    for (const byte of bytes.subarray(at + 1, at + length)) {
      if ((byte & 0xc0) !== 0x80) throw damaged()
      unit = (unit << 6) | (byte & 0x3f)
    }
    units.push(unit)
    at += length
  }
  return units.map((unit) => String.fromCharCode(unit)).join('')
}

export const writeJavaText = (text: string): Buffer =>
  Buffer.from(Array.from({ length: text.length }, (_, at) => bytesOf(text.charCodeAt(at))).flat())

function bytesOf(unit: number): number[] {
  if (unit > 0 && unit < 0x80) return [unit]
  if (unit < 0x800) return [0xc0 | (unit >> 6), 0x80 | (unit & 0x3f)]
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
}

const damaged = () => new Refusal('damaged', 'A name in the key store is not text', 'file')

import { hash } from 'node:crypto'
import { requireAffordable } from '#crypto/derivation-limits.ts'

/** Purpose of the derived bytes (RFC 7292, appendix B.3). */
export const purposes = { key: 1, iv: 2, mac: 3 } as const

const blockBytes = { sha1: 64, sha224: 64, sha256: 64, sha384: 128, sha512: 128 } as const

export type Pkcs12Hash = keyof typeof blockBytes

export interface Derivation {
  hash: Pkcs12Hash
  purpose: (typeof purposes)[keyof typeof purposes]
  password: string
  salt: Uint8Array
  iterations: number
  bytes: number
}

/** RFC 7292, appendix B.2: PKCS#12's own derivation from before PBKDF2, still used for its MAC. */
export function derive({ hash: name, purpose, password, salt, iterations, bytes }: Derivation): Buffer {
  requireAffordable('pkcs12Iterations', iterations, 'key derivation iterations:')
  const size = blockBytes[name]
  const diversifier = Buffer.alloc(size, purpose)
  const input = Buffer.concat([filled(salt, size), filled(bmpString(password), size)])
  const blocks: Buffer[] = []
  for (let length = 0; length < bytes; length += blocks.at(-1)?.length ?? bytes) {
    let block = hash(name, Buffer.concat([diversifier, input]), 'buffer')
    for (let round = 1; round < iterations; round++) block = hash(name, block, 'buffer')
    blocks.push(block)
    addToEach(input, filled(block, size).subarray(0, size))
  }
  return Buffer.concat(blocks).subarray(0, bytes)
}

/** The password in UTF-16, big-endian, with a terminating zero. */
const bmpString = (password: string) => Buffer.from(`${password}\0`, 'utf16le').swap16()

/** Repeated to fill whole blocks. */
const filled = (bytes: Uint8Array, size: number) => Buffer.alloc(Math.ceil(bytes.length / size) * size, bytes)

/** Adds a number plus one to every block of the input, modulo the block size. */
function addToEach(input: Buffer, addend: Buffer): void {
  for (let end = input.length - 1; end >= 0; end -= addend.length) {
    let carry = 1
    for (let at = 0; at < addend.length; at++) {
      const place = end - at
      const sum = input.readUInt8(place) + addend.readUInt8(addend.length - 1 - at) + carry
      input.writeUInt8(sum & 0xff, place)
      carry = sum >> 8
    }
  }
}

import { Refusal } from '#crypto/refusal.ts'

// RC2 (RFC 2268), decryption only. No longer part of OpenSSL; older Windows, Java and openssl versions encrypted
// certificates in key stores with 40-bit RC2. It provides no security and is supported for reading existing files.

const piTable = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32' +
    'bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a' +
    '961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e' +
    'c5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
)

const pi = (index: number) => piTable.readUInt8(index & 0xff)
const blockBytes = 8

/** CBC mode with PKCS#7 padding. The effective key length is the length of the key. */
export function decryptRc2(key: Uint8Array, iv: Uint8Array, content: Uint8Array): Buffer {
  if (content.length === 0 || content.length % blockBytes) throw wrong()
  const expanded = expandKey(key)
  const plain = Buffer.alloc(content.length)
  let previous = iv
  for (let at = 0; at < content.length; at += blockBytes) {
    const block = content.subarray(at, at + blockBytes)
    decryptBlock(expanded, block).forEach((byte, index) => plain.writeUInt8(byte ^ (previous[index] ?? 0), at + index))
    previous = block
  }
  return withoutPadding(plain)
}

function expandKey(key: Uint8Array): number[] {
  const bytes = Buffer.alloc(128)
  bytes.set(key)
  for (let at = key.length; at < 128; at++) {
    bytes.writeUInt8(pi(bytes.readUInt8(at - 1) + bytes.readUInt8(at - key.length)), at)
  }
  bytes.writeUInt8(pi(bytes.readUInt8(128 - key.length)), 128 - key.length)
  for (let at = 127 - key.length; at >= 0; at--) {
    bytes.writeUInt8(pi(bytes.readUInt8(at + 1) ^ bytes.readUInt8(at + key.length)), at)
  }
  return Array.from({ length: 64 }, (_, index) => bytes.readUInt16LE(index * 2))
}

const shifts = [1, 2, 3, 5] as const

function decryptBlock(key: readonly number[], block: Uint8Array): Buffer {
  const words = new Uint16Array(Uint8Array.from(block).buffer)
  const word = (index: number) => words[index & 3] ?? 0
  const subkey = (index: number) => key[index & 63] ?? 0
  for (let round = 15; round >= 0; round--) {
    for (let at = 3; at >= 0; at--) {
      const shift = shifts[at] ?? 0
      const rotated = (word(at) >>> shift) | (word(at) << (16 - shift))
      const mixed = (word(at + 3) & word(at + 2)) + (~word(at + 3) & word(at + 1))
      words[at] = rotated - subkey(round * 4 + at) - mixed
    }
    if (round === 11 || round === 5) {
      for (let at = 3; at >= 0; at--) words[at] = word(at) - subkey(word(at + 3))
    }
  }
  return Buffer.from(words.buffer)
}

function withoutPadding(plain: Buffer): Buffer {
  const length = plain.at(-1) ?? 0
  const padding = plain.subarray(-length)
  if (length < 1 || length > blockBytes || padding.some((byte) => byte !== length)) throw wrong()
  return plain.subarray(0, -length)
}

const wrong = () => new Refusal('wrong-passphrase', 'Incorrect passphrase for this file', 'passphrase')

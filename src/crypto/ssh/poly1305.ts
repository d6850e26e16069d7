/**
 * The one-time authenticator of RFC 8439, section 2.5. Node offers it only within that RFC's AEAD, which differs from
 * the older construction of OpenSSH.
 */
export function poly1305(message: Uint8Array, key: Uint8Array): Buffer {
  const r = littleEndian(key.subarray(0, 16)) & clamp
  const s = littleEndian(key.subarray(16, 32))
  let sum = 0n
  for (let offset = 0; offset < message.length; offset += 16) {
    const block = message.subarray(offset, offset + 16)
    const terminated = littleEndian(block) + (1n << BigInt(8 * block.length))
    sum = ((sum + terminated) * r) % prime
  }
  const tag = (sum + s) & ((1n << 128n) - 1n)
  return Buffer.from(tag.toString(16).padStart(32, '0'), 'hex').reverse()
}

const prime = (1n << 130n) - 5n
const clamp = 0x0ffffffc0ffffffc0ffffffc0fffffffn

const littleEndian = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)

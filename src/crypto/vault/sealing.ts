import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

// AES-256-GCM with a random nonce; format: nonce, ciphertext, tag.

export const keyBytes = 32
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** `context` is additional authenticated data: it is not stored and must be the same for opening. */
export function sealBytes(key: KeyObject, context: Uint8Array, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(context)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined for another key or context, or modified data. */
export function openBytes(key: KeyObject, context: Uint8Array, sealed: Buffer): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(context).setAuthTag(sealed.subarray(-tagBytes))
  const plain = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    return undefined
  }
}

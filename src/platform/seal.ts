import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Authenticated encryption of small secrets at rest (AES-256-GCM). `owner` is the associated data: a value copied to
 * another row or modified does not open.
 */
export type Seal = {
  close(secret: string, owner: string): string
  /** Throws if it was sealed with another key or for another owner. */
  open(sealed: string, owner: string): string
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Derives a separate key per purpose from the master key. */
export function sealFor(purpose: string, masterKey: Buffer): Seal {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', `triptych ${purpose}`, 32)))
  return {
    close: (secret, owner) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner))
      return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}

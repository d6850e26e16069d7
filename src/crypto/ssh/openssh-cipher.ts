import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto'
import { poly1305 } from './poly1305.ts'

/** A cipher for OpenSSH private keys. `keyBytes` and `ivBytes` are taken from the derived key. */
export interface OpenSshCipher {
  readonly keyBytes: number
  readonly ivBytes: number
  readonly blockBytes: number
  /** Length of the authentication tag after the encrypted part. */
  readonly tagBytes: number
  /** Undefined if authentication fails: a wrong key or modified data. */
  decrypt(encrypted: Buffer, tag: Buffer, key: Buffer, iv: Buffer): Buffer | undefined
}

/** The ciphers of `ssh-keygen -Z`, and 3des-cbc of early versions. */
export const openSshCiphers: ReadonlyMap<string, OpenSshCipher> = new Map([
  ['aes256-ctr', blockCipher('aes-256-ctr', 32, 16)],
  ['aes192-ctr', blockCipher('aes-192-ctr', 24, 16)],
  ['aes128-ctr', blockCipher('aes-128-ctr', 16, 16)],
  ['aes256-cbc', blockCipher('aes-256-cbc', 32, 16)],
  ['aes192-cbc', blockCipher('aes-192-cbc', 24, 16)],
  ['aes128-cbc', blockCipher('aes-128-cbc', 16, 16)],
  ['3des-cbc', blockCipher('des-ede3-cbc', 24, 8)],
  ['aes256-gcm@openssh.com', gcm('aes-256-gcm', 32)],
  ['aes128-gcm@openssh.com', gcm('aes-128-gcm', 16)],
  ['chacha20-poly1305@openssh.com', chacha20Poly1305()],
])

/** The cipher for writing, the default of ssh-keygen. */
export const writtenCipher = { name: 'aes256-ctr', node: 'aes-256-ctr', keyBytes: 32, ivBytes: 16, blockBytes: 16 }

export function encryptWritten(plain: Buffer, key: Buffer, iv: Buffer): Buffer {
  return createCipheriv(writtenCipher.node, key, iv).update(plain)
}

function blockCipher(node: string, keyBytes: number, blockBytes: number): OpenSshCipher {
  return {
    keyBytes,
    ivBytes: blockBytes,
    blockBytes,
    tagBytes: 0,
    decrypt: (encrypted, _tag, key, iv) => createDecipheriv(node, key, iv).setAutoPadding(false).update(encrypted),
  }
}

function gcm(node: 'aes-128-gcm' | 'aes-256-gcm', keyBytes: number): OpenSshCipher {
  return {
    keyBytes,
    ivBytes: 12,
    blockBytes: 16,
    tagBytes: 16,
    decrypt: (encrypted, tag, key, iv) => {
      const decipher = createDecipheriv(node, key, iv, { authTagLength: tag.length }).setAuthTag(tag)
      const plain = decipher.update(encrypted)
      try {
        decipher.final()
        return plain
      } catch {
        return undefined
      }
    },
  }
}

/**
 * OpenSSH's own construction (PROTOCOL.chacha20poly1305). The second half of the key, which encrypts packet lengths, is
 * unused.
 */
function chacha20Poly1305(): OpenSshCipher {
  return {
    keyBytes: 64,
    ivBytes: 0,
    blockBytes: 8,
    tagBytes: 16,
    decrypt: (encrypted, tag, key) => {
      const tagKey = chacha20(Buffer.alloc(32), key, 0)
      return timingSafeEqual(poly1305(encrypted, tagKey), tag) ? chacha20(encrypted, key, 1) : undefined
    },
  }
}

function chacha20(bytes: Buffer, key: Buffer, counter: number): Buffer {
  const counterAndNonce = Buffer.alloc(16) // the nonce is the packet number, which is 0 in a file
  counterAndNonce.writeUInt32LE(counter)
  return createDecipheriv('chacha20', key.subarray(0, 32), counterAndNonce).update(bytes)
}

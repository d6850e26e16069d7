import bcryptPbkdf from 'bcrypt-pbkdf'
import { requireAffordable } from '#crypto/derivation-limits.ts'
import { Refusal } from '#crypto/refusal.ts'

export interface BcryptOptions {
  salt: Buffer
  rounds: number
}

const longestSalt = 1024

/** Key derivation of OpenSSH files. 24 rounds take 250 ms in JavaScript: run it in a worker. */
export function deriveByBcrypt(passphrase: string, { salt, rounds }: BcryptOptions, length: number): Buffer {
  requireAffordable('bcryptRounds', rounds, 'key derivation rounds:')
  if (salt.length > longestSalt)
    throw new Refusal('too-costly', 'The salt in the file has an implausible length', 'file')
  const secret = Buffer.from(passphrase)
  const key = Buffer.alloc(length)
  if (bcryptPbkdf.pbkdf(secret, secret.length, salt, salt.length, key, length, rounds) !== 0) {
    throw new Refusal('damaged', 'The key derivation of this file has no salt or no rounds', 'file')
  }
  return key
}

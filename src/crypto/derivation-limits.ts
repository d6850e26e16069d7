import { Refusal } from './refusal.ts'

const MiB = 1024 * 1024

/**
 * How much work a file may ask for before its passphrase is tried. A file of 2 kB can otherwise keep a thread busy for
 * minutes, and native code in a worker thread cannot be stopped; so the cost is read and compared first.
 */
export const derivationLimits = {
  pbkdf2Iterations: 5_000_000, // a second and a half
  pkcs12Iterations: 1_000_000, // PKCS#12's own derivation, hashed one by one: a second
  bcryptRounds: 64,
  scryptBytes: 32 * MiB, // OpenSSL's own limit when it opens a PKCS#8 file
  scryptWork: 1024 * MiB, // memory × lanes; the longest takes two seconds
  argon2Bytes: 256 * MiB,
  argon2Lanes: 64,
  argon2Work: 2048 * MiB, // memory × passes; the longest takes two seconds
} as const

export function requireAffordable(limit: keyof typeof derivationLimits, asked: number | bigint, what: string): void {
  const max = derivationLimits[limit]
  if (asked <= max) return
  throw new Refusal('too-costly', `The file requires ${what} ${asked}; at most ${max} are allowed`, 'file')
}

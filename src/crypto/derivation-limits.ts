import { Refusal } from './refusal.ts'

const MiB = 1024 * 1024

/**
 * Limits on the key derivation that a file may demand. Otherwise, a file of 2 kB could occupy a thread for minutes, and
 * native code in a worker thread cannot be stopped; so the cost is checked in advance.
 */
export const derivationLimits = {
  pbkdf2Iterations: 5_000_000, // 1.5 seconds
  pkcs12Iterations: 1_000_000, // PKCS#12's own derivation, one hash at a time: a second
  bcryptRounds: 64,
  scryptBytes: 32 * MiB, // OpenSSL's own limit for PKCS#8 files
  scryptWork: 1024 * MiB, // memory × lanes; up to two seconds
  argon2Bytes: 256 * MiB,
  argon2Lanes: 64,
  argon2Work: 2048 * MiB, // memory × passes; up to two seconds
} as const

export function requireAffordable(limit: keyof typeof derivationLimits, asked: number | bigint, what: string): void {
  const max = derivationLimits[limit]
  if (asked <= max) return
  throw new Refusal('too-costly', `The file requires ${what} ${asked}; at most ${max} are allowed`, 'file')
}

import { hkdfSync, timingSafeEqual } from 'node:crypto'
import { sha256 } from '#services/secret.ts'
import type { Caller } from '#services/router.ts'

/**
 * With this the console reads the embedded devices for itself, for notices and the index of the fleet. All processes
 * on one database have the same, and it may only read.
 */
export const consoleKeyOf = (masterKey: Buffer) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych console key of mdm', 32)).toString('base64url')

/** The console, where it is its key. */
export function consoleCaller(masterKey: Buffer) {
  const known = Buffer.from(sha256(consoleKeyOf(masterKey)))
  return (key: string): Caller | undefined =>
    timingSafeEqual(Buffer.from(sha256(key)), known) ? { name: 'Console', permissions: ['MDM_Read'] } : undefined
}

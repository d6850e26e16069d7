import { hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Permission } from '#contract/permission.ts'
import type { Caller } from './router.ts'
import { sha256 } from './secret.ts'

/** What the console may do there for itself: it may only read. */
const permissions = {
  mdm: ['MDM_Read'],
  desktop: ['SOM_Read', 'Inventory_Read'],
} as const satisfies Record<string, readonly Permission[]>
type Service = keyof typeof permissions

/**
 * With this the console reads an embedded service for itself, for notices and the index of the fleet. All processes on
 * one database have the same.
 */
export const consoleKeyOf = (masterKey: Buffer, service: Service) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `triptych console key of ${service}`, 32)).toString('base64url')

/** The console, where it is its key. */
export function consoleCaller(masterKey: Buffer, service: Service) {
  const known = Buffer.from(sha256(consoleKeyOf(masterKey, service)))
  return (key: string): Caller | undefined =>
    timingSafeEqual(Buffer.from(sha256(key)), known)
      ? { name: 'Console', permissions: permissions[service] }
      : undefined
}

import { hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Permission } from '#contract/permission.ts'
import type { Caller } from './router.ts'
import { sha256 } from './secret.ts'

/** Read-only permissions of the console's own requests. */
const permissions = {
  mdm: ['MDM_Read'],
  desktop: ['SOM_Read', 'Inventory_Read'],
} as const satisfies Record<string, readonly Permission[]>
type Service = keyof typeof permissions

/**
 * Key with which the console reads an embedded service in the background, for notifications and the device index.
 * Derived from the master key, so all processes on a database share it.
 */
export const consoleKeyOf = (masterKey: Buffer, service: Service) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `triptych console key of ${service}`, 32)).toString('base64url')

/** The console as a caller, if the request has its key. */
export function consoleCaller(masterKey: Buffer, service: Service) {
  const known = Buffer.from(sha256(consoleKeyOf(masterKey, service)))
  return (key: string): Caller | undefined =>
    timingSafeEqual(Buffer.from(sha256(key)), known)
      ? { name: 'Console', permissions: permissions[service] }
      : undefined
}

import * as z from 'zod/mini'
import { replaceKey } from '#contract/console/connections.ts'
import type { Input } from '#contract/endpoint.ts'
import { type KeyPermission, keyPermissions } from '#contract/keys/api-keys.ts'

/** Schema of the request, with the creation date as entered in a date field. */
export const keyForm = z.object({ key: replaceKey.input.shape.key, madeOn: z._default(z.string(), '') })

/** Omits the creation date if it is today. */
export const toReplaceKey = (
  connection: string,
  { key, madeOn }: z.output<typeof keyForm>,
  today: string,
): Input<typeof replaceKey> => ({
  connection,
  key,
  ...(madeOn !== '' && madeOn !== today && { madeAt: new Date(`${madeOn}T00:00`).getTime() }),
})

/** Date in the local time zone: `2026-11-21`. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Schema of a new key: application name and host. */
export const newKeyForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(255)),
  address: z._default(z.string().check(z.trim()), ''),
  permission: z.optional(z.enum(keyPermissions)),
})

const permissionNames: Record<KeyPermission, string> = {
  KeyManagement_Admin: 'Everything',
  KeyManagement_Write: 'Read and write',
  KeyManagement_Read: 'Read',
}

/** Label of a permission in key management; unknown ones are shown unchanged. */
export const permissionName = (permission: string) => permissionNames[permission as KeyPermission] ?? permission

export const permissionOptions = keyPermissions.map((value) => ({
  value,
  label: `${permissionNames[value]} (${value})`,
}))

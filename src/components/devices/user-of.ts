import type { Device } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { textOf } from '#contract/words/value-text.ts'

const firstText = (...values: unknown[]) => values.map(textOf).find((text) => text.trim() !== '')

/** From the user object if present, otherwise from the flat fields. */
export function userOf(device: Device | DeviceSummary): { name: string | undefined; email: string | undefined } {
  const flat = device as Device
  return {
    name: firstText(device.user?.user_name, flat.user_name),
    email: firstText(device.user?.user_email, flat.user_email),
  }
}

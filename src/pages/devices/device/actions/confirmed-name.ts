import type { Device } from '#contract/mdm/devices.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#components/devices/value-text.ts'

const longestTyped = 60
/** What anybody can type from what they see: no line breaks, no invisible or turning characters. */
const isTypable = (text: string) =>
  text === text.trim() && text.length > 0 && text.length <= longestTyped && !/[\p{C}\p{Zl}\p{Zp}]|\s{2}/u.test(text)

/** What has to be typed before a device is wiped: its name, or where no one could type that, its serial number or id. */
export const confirmedName = (device: Device): string =>
  [nameOf(device), textOf(device.serial_number), textOf(device.device_id)].find(isTypable) ?? 'wipe'

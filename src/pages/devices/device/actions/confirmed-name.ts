import type { Device } from '#contract/mdm/devices.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#contract/words/value-text.ts'

const longestTyped = 60
/** Text that can be typed: no line breaks, invisible characters or bidirectional controls. */
const isTypable = (text: string) =>
  text === text.trim() && text.length > 0 && text.length <= longestTyped && !/[\p{C}\p{Zl}\p{Zp}]|\s{2}/u.test(text)

/** Text to type before a wipe: the device name or, if it cannot be typed, serial number or ID. */
export const confirmedName = (device: Device): string =>
  [nameOf(device), textOf(device.serial_number), textOf(device.device_id)].find(isTypable) ?? 'wipe'

import { isTypable } from '#components/actions/confirmation-phrase.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#contract/words/value-text.ts'

/** Text to type before a wipe: the device name or, if it cannot be typed, serial number or ID. */
export const confirmedName = (device: Device): string =>
  [nameOf(device), textOf(device.serial_number), textOf(device.device_id)].find(isTypable) ?? 'wipe'

import { statusIn } from '#components/devices/managed-status.ts'
import { userOf } from '#components/devices/user-of.ts'
import type { Device } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { textOf } from '#contract/words/value-text.ts'

type AnyDevice = Device | DeviceSummary
const words = (...candidates: unknown[]) => candidates.map(textOf).find((text) => text.trim() !== '')

/** Display name: device_name, name, serial number or id, in this order. */
export const nameOf = (device: AnyDevice): string =>
  words(device.device_name, 'name' in device ? device.name : undefined, device.serial_number, device.device_id) ??
  'Unnamed device'

/** Link to everything assigned to the user of a device. */
export function personOf(device: AnyDevice): string | undefined {
  const { name, email } = userOf(device)
  const known = email ?? name
  return known && paths.person(known)
}

export const platformOf = (device: AnyDevice): string =>
  [words(device.platform_type, (device as Device).platform), words(device.os_version)].filter(Boolean).join(' ')

/** All badge texts of a device. */
export const statusWords = (device: AnyDevice): string =>
  [
    statusIn(device)?.label,
    device.is_removed === true && 'removed',
    device.is_lost_mode_enabled === true && 'in lost mode',
  ]
    .filter(Boolean)
    .join(', ')

/** Facts to read out or paste into a ticket. */
export function callSummary(device: Device): string {
  const user = userOf(device)
  const contact = instantOf(device.last_contact_time)
  const lines = {
    Device: nameOf(device),
    User: [user.name, user.email && `<${user.email}>`].filter(Boolean).join(' '),
    Model: words(device.model, device.model_name, device.product_name),
    Platform: platformOf(device),
    'Serial number': textOf(device.serial_number),
    IMEI: textOf(device.imei),
    Status: statusWords(device),
    'Last contact': contact?.toISOString() ?? textOf(device.last_contact_time),
    'IP address': textOf(device.wifi_ip),
    Office: textOf(device.office),
    'Asset tag': textOf(device.asset_tag),
    'Device ID': textOf(device.device_id),
  }
  return Object.entries(lines)
    .filter(([, value]) => value)
    .map(([label, value]) => `${label}: ${oneLine(value ?? '')}`)
    .join('\n')
}

/** Removes line breaks, so that a name cannot add lines to a ticket. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

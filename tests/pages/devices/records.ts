import * as z from 'zod/mini'
import type { Field, Fields } from '#contract/field.ts'
import type { Json } from '#contract/json.ts'
import { deviceFields, deviceRecord } from '#contract/mdm/device-fields.ts'
import type { Device } from '#contract/mdm/devices.ts'

/** A device as the pages get it: what a server sent, read by the contract. */
export const received = (wire: Record<string, unknown>): Device => z.decode(deviceRecord, wire as Record<string, Json>)

/** Every field of the reference, each with a value that occurs nowhere else. */
export function everyField(): { wire: Record<string, Json>; values: Map<string, Json> } {
  const values = new Map<string, Json>()
  let number = 70_000
  const valueOf = (path: string, { kind, of, schema }: Field): Json => {
    if (kind === 'object' && of) return filled(of, path)
    if (kind === 'list' && of) return [filled(of, `${path}[]`)]
    number += 1
    const candidates: Json[] = kind === 'list' ? [[`text-${number}`]] : [`text-${number}`, `${number}`, number, true]
    if (kind === 'time') candidates.unshift(Date.UTC(2026, 0, 1) + number * 60_000)
    const fitting = candidates.find((candidate) => z.safeDecode(schema, candidate as never).success) ?? null
    values.set(path, fitting)
    return fitting
  }
  const filled = (fields: Fields, under: string): { [name: string]: Json } =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, valueOf(under ? `${under}.${name}` : name, field)]),
    )
  return { wire: filled(deviceFields, ''), values }
}

const long = 'long '.repeat(60)
const markup = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'

/** What a hostile or broken server could send in place of a device. */
export const hostileWire = (): Record<string, unknown> => ({
  ...(JSON.parse('{"__proto__": "a field like any other", "constructor": {"prototype": "x"}}') as object),
  device_id: '9007199254741993',
  ':id': 9007199254741993n,
  device_name: `${markup}${long}`,
  serial_number: { is: 'an object' },
  udid: ['a', 'list'],
  imei: ['490154203237518', '356938035643809'],
  managed_status: 77,
  model: '‮reversed‬',
  os_version: 'a\nb\tc',
  owned_by: 1,
  user: 'not an object',
  user_name: '=cmd|"/c calc"!A1',
  user_email: `${'x'.repeat(300)}@example.com`,
  last_contact_time: '--',
  registered_time: -1,
  added_time: 'the day before yesterday',
  battery_level: 4000,
  device_capacity: 64,
  available_device_capacity: 'plenty',
  latitude: 0,
  longitude: 0,
  sims: [null, 'text', { iccid: markup, is_roaming: 'maybe', unheard_of: long }],
  os: { os_version: '17.0', resource_id: 4 },
  firmware_password: 'canary-firmware-password',
  is_lost_mode_enabled: true,
  is_removed: 'true',
  camera: 3,
  allow_camera: -1,
  allow_popups: 0,
  allow_cookies: 1,
  allow_flash: markup,
  vendor_restricions: { allow_popups: 1, allow_cookies: '1', made_up: 5 },
  certificates: { managedcertificates: [{ serialnumber: '007', certificatename: markup, certificateexpiry: '' }] },
  managedcertificates: [
    { serialnumber: '007', certificatename: 'another name', signaturealgorithmoid: '1.2.840.113549.1.1.5' },
    { serialnumber: long, certificatesubjectname: long, certificateexpiry: 1 },
  ],
  unmanagedcertificates: 'none',
  not_in_the_reference: markup,
  deeply: { nested: { things: [1, 2, { three: long }] } },
})

export const hostileCommands = [
  { command_name: markup, command_status: 99, added_time: '--', remarks: long, command_life: 'never' },
  { command_name: 'scan', command_status: 3, added_time: 1_768_000_000_000, command_life: [{ status_code: 3 }, null] },
]

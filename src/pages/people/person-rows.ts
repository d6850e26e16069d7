import { statusIn as computerStatusIn } from '#components/desktops/computer-status.ts'
import { statusIn } from '#components/devices/managed-status.ts'
import { type Expiry, expiryOf } from '#contract/certificate-state.ts'
import { counted } from '#contract/words/counted.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { asOf, type InventoryRow } from '#contract/keys/rules/inventory.ts'
import type { Device } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import type { Names } from './same-person.ts'

export type PersonDevice = {
  id: string
  name: string
  kind: string
  number: string
  state: string
  /** Source of the status badge. */
  of: { device: DeviceSummary } | { computer: Computer }
  contact: Date | undefined
  raw: string
  to: string
}

export const deviceOfPerson = (device: DeviceSummary): PersonDevice => {
  const { device_id = '', device_name, serial_number = '', last_contact_time } = device
  const states = [
    statusIn(device)?.label ?? 'Unknown',
    device.is_lost_mode_enabled && 'lost mode',
    device.is_removed && 'removed',
  ]
  return {
    id: `device ${device_id || serial_number}`,
    name: device_name || serial_number || device_id,
    kind: [device.model, device.platform_type, device.os_version].filter(Boolean).join(', '),
    number: serial_number,
    state: states.filter(Boolean).join(', '),
    of: { device },
    contact: instantOf(last_contact_time),
    raw: String(last_contact_time ?? ''),
    to: paths.device(device_id),
  }
}

export const computerOfPerson = (computer: Computer): PersonDevice => {
  const { agent_last_contact_time, resource_name = '' } = computer
  const id = computer.resource_id_string || (computer.resource_id ?? '')
  return {
    id: `computer ${id}`,
    name: resource_name || computer.full_name || id,
    kind: [computer.os_name, computer.os_version].filter(Boolean).join(', '),
    number: computer.ip_address?.split(',')[0] ?? '',
    state: computerStatusIn('computer_live_status', computer)?.label ?? 'Unknown',
    of: { computer },
    contact: instantOf(agent_last_contact_time),
    raw: String(agent_last_contact_time ?? ''),
    to: paths.computer(id),
  }
}

export type OwnCertificate = { id: string; name: string; issuer: string; where: string; expiry: Expiry; to: string }

export const inventoryCertificate = (row: InventoryRow, now: number): OwnCertificate => ({
  id: `inventory ${row.id}`,
  name: row.name || row.dnsName || '–',
  issuer: row.issuer || '–',
  where: 'Key management',
  expiry: asOf(row, now).expiry,
  to: paths.certificate(row.id),
})

/** Certificates that identify the person or the device, without CA certificates. */
export function certificatesOnDevice(device: Device, now: number): OwnCertificate[] {
  const { certificates, device_id = '', device_name, serial_number } = device
  const lists = [
    certificates?.managedcertificates,
    device.managedcertificates,
    certificates?.unmanagedcertificates,
    device.unmanagedcertificates,
  ]
  const own = lists.flatMap((list) => list ?? []).filter(({ isidentity }) => isidentity === true)
  const once = new Map(own.map((one) => [`${one.serialnumber ?? ''} ${one.certificateissuername ?? ''}`, one]))
  return [...once].map(([key, one]) => ({
    id: `device ${device_id} ${key}`,
    name: one.certificatename || one.certificatesubjectname || '–',
    issuer: one.certificateissuername || '–',
    where: device_name || serial_number || device_id,
    expiry: expiryOf(one.certificateexpiry, now),
    to: paths.deviceCertificates(device_id),
  }))
}

/** Expiration as text. */
export const expiryText = ({ state, days, raw }: Expiry) =>
  ({
    expired: 'Expired',
    soon: days === 0 ? 'Expires within a day' : `Expires in ${counted(days, 'day', 'days')}`,
    later: 'Valid',
    unknown: raw ? `Invalid date: ${raw}` : 'Expiry unknown',
  })[state]

/** Summary of a person and all their items, for pasting into a ticket. */
export function personSummary(
  { name, mail }: Names,
  things: readonly PersonDevice[],
  certificates: readonly OwnCertificate[],
  unread: readonly string[] = [],
) {
  const lines = [
    `Person: ${[name, mail && `<${mail}>`].filter(Boolean).join(' ')}`,
    ...things.map(({ name: thing, kind, number, state, contact }) =>
      [thing, kind, number, state, `last contact ${contact?.toISOString() ?? 'unknown'}`].filter(Boolean).join(' | '),
    ),
    ...certificates.map(({ name: certificate, where, expiry }) =>
      [`Certificate ${certificate}`, where, expiryText(expiry)].join(' | '),
    ),
    ...(unread.length > 0 ? [`Not read: ${unread.join(', ')}`] : []),
  ]
  // Removes line breaks, so that a name cannot add lines to a ticket.
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).join('\n')
}

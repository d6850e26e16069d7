/**
 * Kinds of records that can be annotated, the permissions for it, and the identifiers by which a record is recognized.
 */
import type { Permission } from '#contract/permission.ts'

export const annotatedKinds = ['device', 'computer', 'certificate', 'ssh-key', 'host'] as const
export type AnnotatedKind = (typeof annotatedKinds)[number]

type Rights = { one: string; many: string; read: Permission; write: Permission }

export const annotated: Readonly<Record<AnnotatedKind, Rights>> = {
  device: { one: 'Device', many: 'Devices', read: 'MDM_Read', write: 'MDM_Write' },
  computer: { one: 'Computer', many: 'Computers', read: 'Inventory_Read', write: 'Inventory_Write' },
  certificate: { one: 'Certificate', many: 'Certificates', read: 'KeyManagement_Read', write: 'KeyManagement_Write' },
  'ssh-key': { one: 'SSH key', many: 'SSH keys', read: 'KeyManagement_Read', write: 'KeyManagement_Write' },
  host: { one: 'SSH host', many: 'SSH hosts', read: 'KeyManagement_Read', write: 'KeyManagement_Write' },
}

/** Read permission suffices for notes. Fields used to select records for bulk actions require write permission. */
export const writerOf = (kind: AnnotatedKind, fields: readonly string[]): Permission =>
  fields.every((field) => field === 'note') ? annotated[kind].read : annotated[kind].write

/** Placeholder serial numbers set by manufacturers, which many machines share. */
const meaningless = new Set([
  '',
  '-',
  '--',
  '-1',
  '0',
  'n/a',
  'na',
  'none',
  'null',
  'unknown',
  'not available',
  'not specified',
  'default string',
  'system serial number',
  'to be filled by o.e.m.',
])
const isTold = (value: string) => !meaningless.has(value) && !/^(.)\1+$/.test(value)

const named = (scheme: string, values: readonly unknown[]): string[] =>
  values.flatMap((value) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : ''
    return isTold(text) ? [`${scheme}:${text}`.slice(0, 300)] : []
  })

type OfDevice = Record<'device_id' | 'serial_number' | 'udid' | 'imei', unknown>

/**
 * Identifiers of a record, most durable first. A device gets a new ID when it is enrolled again; its serial number
 * stays, and so, usually, do its UDID and IMEI. MAC addresses change with docking stations, so they are not used.
 */
export const identifiersOf = {
  device: ({ serial_number, udid, imei, device_id }: Partial<OfDevice>) => [
    ...named('serial', [serial_number]),
    ...named('udid', [udid]),
    ...named('imei', Array.isArray(imei) ? imei.slice(0, 2) : [imei]),
    ...named('id', [device_id]),
  ],
  computer: ({ serial, id }: { serial?: unknown; id: string }) => [...named('serial', [serial]), ...named('id', [id])],
  certificate: ({ fingerprint, id }: { fingerprint?: unknown; id: string }) => [
    ...named('fingerprint', [typeof fingerprint === 'string' ? fingerprint.replace(/[^\da-f]/gi, '') : undefined]),
    ...named('id', [id]),
  ],
  // A rotated key keeps its name, and the name is its only reference.
  'ssh-key': (name: string) => [`name:${name}`.slice(0, 300)],
  host: (name: string) => [`name:${name}`.slice(0, 300)],
} as const

export const schemeOf = (identifier: string) => identifier.slice(0, identifier.indexOf(':'))

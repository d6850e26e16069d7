/** Metrics recorded daily for each site. */
import type { Permission } from '#contract/permission.ts'
import type { Area } from './trend.ts'

/** Areas and the permission to see their metrics. */
export const areas = {
  devices: { label: 'Devices', permission: 'MDM_Read', service: 'mdm' },
  desktops: { label: 'Desktops', permission: 'SOM_Read', service: 'desktop' },
  certificates: { label: 'Certificates', permission: 'KeyManagement_Read', service: 'keys' },
  'ssh-keys': { label: 'SSH keys', permission: 'KeyManagement_Read', service: 'keys' },
} as const satisfies Record<Area, { label: string; permission: Permission; service: 'mdm' | 'desktop' | 'keys' }>

/** Device metrics, counted by a query. `field`: if devices exist, but none reports it, there is no number. */
export const deviceMeasures = {
  'devices.enrolled': { label: 'Enrolled', query: 'status=2', field: 'status' },
  'devices.silent-week': { label: 'Silent for 7 days', query: 'status=2 lastseen>7d', field: 'lastseen' },
  'devices.silent-month': { label: 'Silent for 30 days', query: 'status=2 lastseen>30d', field: 'lastseen' },
  'devices.encrypted': { label: 'Encrypted', query: 'status=2 encrypted', field: 'encrypted' },
  'devices.unencrypted': { label: 'Not encrypted', query: 'status=2 -encrypted', field: 'encrypted' },
  'devices.passcode': { label: 'With a passcode', query: 'status=2 passcode', field: 'passcode' },
  'devices.no-passcode': { label: 'Without a passcode', query: 'status=2 -passcode', field: 'passcode' },
  'devices.rooted': { label: 'Rooted or jailbroken', query: 'status=2 rooted', field: 'rooted' },
  'devices.low-storage': { label: 'Less than 10 % of storage free', query: 'status=2 disk<10', field: 'disk' },
} as const

/** Prefix, followed by a platform name. */
export const behindPrefix = 'devices.behind '
/** Prefix, followed by the ID of a pinned view. */
export const viewPrefix = 'view '

const otherMeasures = {
  'desktops.all': 'All desktops',
  'desktops.failed': 'Agent installation failed',
  'desktops.without-agent': 'Agent yet to be installed',
  'desktops.down': 'Down',
  'certificates.all': 'All certificates',
  'certificates.expired': 'Expired',
  'certificates.week': 'Expire within 7 days',
  'certificates.month': 'Expire in 7 to 30 days',
  'certificates.quarter': 'Expire in 30 to 90 days',
  'certificates.weak': 'Weak key or signature',
  'certificates.rsa-2048': 'Keys with 2048 bits',
  'ssh-keys.all': 'All SSH keys',
  'ssh-keys.quarter': 'Older than 90 days',
  'ssh-keys.year': 'Older than a year',
} as const
export type OtherMeasure = keyof typeof otherMeasures
export type DeviceMeasure = keyof typeof deviceMeasures

const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(deviceMeasures).map(([id, { label }]) => [id, label])),
  ...otherMeasures,
}
/** In display order. */
export const fixedMeasures = Object.keys(labels)

export const measureLabel = (id: string): string =>
  id.startsWith(behindPrefix) ? `${id.slice(behindPrefix.length)}: behind the newest version` : (labels[id] ?? id)

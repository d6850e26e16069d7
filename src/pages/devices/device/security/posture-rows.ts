import { labelOf } from '#contract/words/label.ts'
import type { Field } from '#contract/field.ts'
import { deviceGroups } from '#contract/mdm/device-fields.ts'
import { type Bag, fieldsOf, own } from '#pages/devices/device/record-fields.ts'
import { type DisplayedValue, shown } from '#components/devices/field-value.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

/** A source of posture data: the record, or a part of it with its own endpoint. */
export type Place = { source: string; says: unknown }
export type PostureReading = { raw: string; shown: DisplayedValue; tone: Tone; sources: string[] }
export type PostureRow = {
  name: string
  label: string
  group: string
  note: string | undefined
  readings: PostureReading[]
}

const security: Record<string, Field> = deviceGroups.security

const groups: Readonly<Record<string, readonly string[]>> = {
  Passcode: ['passcode_present', 'passcode_complaint', 'passcode_complaint_profiles'],
  Encryption: [
    'is_encryption_enabled',
    'storage_encryption',
    'external_storage_encryption',
    'hardware_encryption_caps',
    'vendor_vault_status',
    'is_institution_recovery_key',
    'is_personal_recovery_key',
  ],
  Integrity: [
    'device_rooted',
    'vendor_safety_availabiity',
    'vendor_safety_basic_integrity',
    'vendor_safety_cts',
    'play_protect',
    'is_supervised',
  ],
  Firmware: ['firmware_mode', 'is_firmware_password_exists', 'is_firmware_change_pending', 'is_roms_allowed'],
  'Loss and reset': ['is_lost_mode_enabled', 'is_activation_lock_enabled', 'is_device_locator_enabled', 'efrp_status'],
}
const others = 'Other'
const groupOf = (name: string) => Object.keys(groups).find((group) => groups[group]?.includes(name)) ?? others

/** Secure value of each field. For other fields, the API reference does not state which value is secure. */
const wanted: Readonly<Record<string, boolean>> = {
  passcode_present: true,
  passcode_complaint: true,
  passcode_complaint_profiles: true,
  device_rooted: false,
  is_encryption_enabled: true,
  storage_encryption: true,
  vendor_safety_basic_integrity: true,
  vendor_safety_cts: true,
}

const single = Object.keys(security).filter((name) => {
  const { kind } = security[name] ?? {}
  return kind !== 'object' && kind !== 'list' && kind !== 'secret'
})
const nestedNames = ['security', 'vendor_vault'] as const

/** All posture fields with the value from each source: yes, no, or unknown. */
export function postureRows(places: readonly Place[]): PostureRow[] {
  const all = places.flatMap(({ source, says }) => [
    { source, bag: fieldsOf(says) },
    ...nestedNames.map((name) => ({ source: `${source}.${name}`, bag: fieldsOf(own(fieldsOf(says), name)) })),
  ])
  return [...Object.keys(groups), others].flatMap((group) =>
    single
      .filter((name) => groupOf(name) === group)
      .map((name) => ({
        name,
        label: labelOf(name),
        group,
        note: security[name]?.note,
        readings: readingsOf(name, all),
      })),
  )
}

function readingsOf(name: string, places: readonly { source: string; bag: Bag }[]): PostureReading[] {
  const readings = new Map<string, PostureReading>()
  for (const { source, bag } of places) {
    const value = own(bag, name)
    if (value === undefined || value === null) continue
    const raw = textOf(value)
    const same = readings.get(raw)
    if (same) same.sources.push(source)
    else
      readings.set(raw, {
        raw,
        shown: shown(name, security[name], value),
        tone: toneOf(name, value),
        sources: [source],
      })
  }
  return [...readings.values()]
}

function toneOf(name: string, value: unknown): Tone {
  if (typeof value !== 'boolean') return 'muted'
  const good = wanted[name]
  return good === undefined ? 'info' : good === value ? 'ok' : 'bad'
}

export const postureFilters = ['all', 'attention', 'unknown', 'differ'] as const
export type PostureFilter = (typeof postureFilters)[number]

export const posturePasses = ({ readings }: PostureRow, filter: PostureFilter): boolean => {
  if (filter === 'all') return true
  if (filter === 'unknown') return readings.length === 0
  return filter === 'differ' ? readings.length > 1 : readings.some(({ tone }) => tone === 'bad')
}

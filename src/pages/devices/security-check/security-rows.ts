import { userOf } from '#components/devices/user-of.ts'
import type { Output } from '#contract/endpoint.ts'
import type { IndexedEncryption } from '#contract/fleet/fleet-answers.ts'
import type { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { encryptionOf } from '#contract/mdm/jobs/security-job.ts'
import { nameOf, platformOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

export const encryptionTones: Record<IndexedEncryption, Tone> = {
  Off: 'bad',
  Contradictory: 'warn',
  Unknown: 'muted',
  Unread: 'muted',
  On: 'ok',
}

export const encryptionText = (state: IndexedEncryption) => (state === 'Unread' ? 'Not read yet' : state)

export type SecurityRow = {
  id: string
  name: string
  user: string
  platform: string
  serial: string
  encryption: IndexedEncryption
  fields: Record<(typeof securityFields)[number], boolean | undefined>
  device: DeviceSummary
}
export const securityFields = [
  'is_encryption_enabled',
  'storage_encryption',
  'passcode_present',
  'device_rooted',
] as const
export type Security = Output<typeof getDeviceSecurity>

const flagOf = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

export const securityRow = (subject: DeviceSummary, answer: Security): SecurityRow => ({
  id: subject.device_id ?? '',
  name: nameOf(subject),
  user: userOf(subject).name ?? '',
  platform: platformOf(subject),
  serial: textOf(subject.serial_number),
  encryption: encryptionOf(answer),
  fields: {
    is_encryption_enabled: flagOf(answer.is_encryption_enabled),
    storage_encryption: flagOf(answer.storage_encryption),
    passcode_present: flagOf(answer.passcode_present),
    device_rooted: flagOf(answer.device_rooted),
  },
  device: subject,
})

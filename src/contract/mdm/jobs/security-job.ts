/** How devices are protected: what their records say of it, and the job that asks each of them. */
import type { JobRow, Told } from '#contract/endpoint.ts'

export const encryptions = ['Off', 'Contradictory', 'Unknown', 'On'] as const
export type Encryption = (typeof encryptions)[number]

type Said = Readonly<
  Partial<Record<'is_encryption_enabled' | 'storage_encryption' | 'passcode_present' | 'device_rooted', unknown>>
>

/** Two fields say it, and neither is preferred; what neither says is not known. */
export function encryptionOf({ is_encryption_enabled, storage_encryption }: Said): Encryption {
  const said = [is_encryption_enabled, storage_encryption].filter((value) => typeof value === 'boolean')
  if (said.length === 0) return 'Unknown'
  if (said.includes(true) && said.includes(false)) return 'Contradictory'
  return said.includes(true) ? 'On' : 'Off'
}

/** Of what was never enrolled nobody knows how it is protected. */
export const statusesOnceEnrolled = ['2', '4', '5']

/** A finding is an answer: the item has failed where something is off, and nothing that is not known is a finding. */
export const securityJob: JobRow = {
  subject: 'device_id',
  kind: 'device-check',
  answered: (said: Said, subjects) => new Map(subjects.map((subject) => [subject, toldBy(said)])),
  isRepeatable: true,
}

const encryptionWords: Record<Encryption, string> = {
  Off: 'Encryption off',
  Contradictory: 'Encryption contradictory',
  Unknown: 'Encryption unknown',
  On: 'Encryption on',
}

function toldBy(said: Said): Told {
  const encryption = encryptionOf(said)
  const findings = [
    encryption === 'Off' || encryption === 'Contradictory' ? encryptionWords[encryption] : '',
    said.passcode_present === false ? 'No passcode' : '',
    said.device_rooted === true ? 'Rooted or jailbroken' : '',
  ].filter(Boolean)
  return findings.length > 0
    ? { outcome: 'failed', remark: findings.join(', ') }
    : { outcome: 'done', remark: encryptionWords[encryption] }
}

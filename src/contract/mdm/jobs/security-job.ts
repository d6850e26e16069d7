/** Security state of devices by their records, and the job that checks each device. */
import type { JobRow, ItemOutcome } from '#contract/endpoint.ts'

export const encryptions = ['Off', 'Contradictory', 'Unknown', 'On'] as const
export type Encryption = (typeof encryptions)[number]

type SecurityFields = Readonly<
  Partial<Record<'is_encryption_enabled' | 'storage_encryption' | 'passcode_present' | 'device_rooted', unknown>>
>

/** Two fields report encryption, with equal weight; unknown if neither does. */
export function encryptionOf({ is_encryption_enabled, storage_encryption }: SecurityFields): Encryption {
  const said = [is_encryption_enabled, storage_encryption].filter((value) => typeof value === 'boolean')
  if (said.length === 0) return 'Unknown'
  if (said.includes(true) && said.includes(false)) return 'Contradictory'
  return said.includes(true) ? 'On' : 'Off'
}

/** Enrollment statuses of devices that have reported security data at some time. */
export const statusesOnceEnrolled = ['2', '4', '5']

/** An item fails if the check has a finding; unknown values are not findings. */
export const securityJob: JobRow = {
  subject: 'device_id',
  kind: 'device-check',
  answered: (said: SecurityFields, subjects) => new Map(subjects.map((subject) => [subject, outcomeOf(said)])),
  isRepeatable: true,
}

/** As in the remark of a result, which names the encryption first. */
const encryptionWords: Record<Encryption, string> = {
  Off: 'Encryption off',
  Contradictory: 'Encryption contradictory',
  Unknown: 'Encryption unknown',
  On: 'Encryption on',
}

/** Between the findings of a remark. */
export const findingSeparator = ', '

/** Findings besides encryption. */
export const findingWords = { 'no-passcode': 'No passcode', rooted: 'Rooted or jailbroken' } as const
/** What a result can be filtered by. */
export const checkFindings = [...encryptions.map((name) => encryptionWords[name]), ...Object.values(findingWords)]

function outcomeOf(said: SecurityFields): ItemOutcome {
  const encryption = encryptionOf(said)
  const findings = [
    said.passcode_present === false ? findingWords['no-passcode'] : '',
    said.device_rooted === true ? findingWords.rooted : '',
  ].filter(Boolean)
  const isProtected = encryption !== 'Off' && encryption !== 'Contradictory' && findings.length === 0
  return {
    outcome: isProtected ? 'done' : 'failed',
    remark: [encryptionWords[encryption], ...findings].join(findingSeparator),
  }
}

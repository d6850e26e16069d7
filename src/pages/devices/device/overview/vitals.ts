import type { Device } from '#contract/mdm/devices.ts'
import { fieldsOf, own } from '#pages/devices/device/record-fields.ts'
import { type Encryption, encryptionOf } from '#contract/mdm/jobs/security-job.ts'
import { encryptionTones } from '#pages/devices/security-check/security-rows.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

export type State = { tone: Tone; text: string }

/** A flag of the record or of its `security` object, in this order; undefined if neither has it. */
const saysOf = (device: Device, name: string): boolean | undefined => {
  const said = [own(fieldsOf(device), name), own(fieldsOf(device.security), name)]
  return said.find((value) => typeof value === 'boolean')
}

export function encryptionState(device: Device): State {
  const [is_encryption_enabled, storage_encryption] = ['is_encryption_enabled', 'storage_encryption'].map((name) =>
    saysOf(device, name),
  )
  const said: Encryption = encryptionOf({ is_encryption_enabled, storage_encryption })
  return { tone: encryptionTones[said], text: said }
}

export function passcodeState(device: Device): State {
  const isPresent = saysOf(device, 'passcode_present')
  const isCompliant = saysOf(device, 'passcode_complaint')
  if (isPresent === undefined) return { tone: 'muted', text: 'Unknown' }
  if (!isPresent) return { tone: 'bad', text: 'Not set' }
  if (isCompliant === undefined) return { tone: 'ok', text: 'Set' }
  return isCompliant ? { tone: 'ok', text: 'Set, compliant' } : { tone: 'warn', text: 'Set, not compliant' }
}

export function lostModeState({ is_lost_mode_enabled: isLost }: Device): State {
  if (isLost === undefined) return { tone: 'muted', text: 'Unknown' }
  return isLost ? { tone: 'bad', text: 'On' } : { tone: 'ok', text: 'Off' }
}

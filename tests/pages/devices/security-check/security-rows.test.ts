import { expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { encryptionOf } from '#contract/mdm/jobs/security-job.ts'
import { securityRow } from '#pages/devices/security-check/security-rows.ts'

test.each([
  [{ is_encryption_enabled: true, storage_encryption: true }, 'On'],
  [{ is_encryption_enabled: false }, 'Off'],
  [{ is_encryption_enabled: true, storage_encryption: false }, 'Contradictory'],
  [{}, 'Unknown'],
] as const)('%o: encryption is %s', (security, encryption) => {
  expect(encryptionOf(security)).toBe(encryption)
})

test('a device that could not be read is unknown, never safe, and says why', () => {
  const row = securityRow({ subject: { device_id: '1', device_name: 'Till' }, problem: new Problem('COM0008', 'Gone') })
  expect(row).toMatchObject({ encryption: 'Unknown', problem: 'Gone', fields: { passcode_present: undefined } })
})

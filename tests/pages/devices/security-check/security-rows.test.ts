import { expect, test } from 'vitest'
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

test('a device whose record says nothing is unknown, never safe', () => {
  const row = securityRow({ device_id: '1', device_name: 'Till' }, {})
  expect(row).toMatchObject({ encryption: 'Unknown', fields: { passcode_present: undefined } })
})

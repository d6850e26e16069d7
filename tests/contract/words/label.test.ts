import { expect, test } from 'vitest'
import { labelOf } from '#contract/words/label.ts'
import { deviceFields } from '#contract/mdm/device-fields.ts'

test.each([
  ['udid', 'UDID'],
  [':id', 'ID'],
  ['wifi_mac', 'Wi-Fi MAC'],
  ['passcode_complaint', 'Passcode compliant'],
  ['vendor_restricions', 'Vendor restrictions'],
  ['certificateissuername', 'Certificate issuer name'],
  ['constructor', 'Constructor'],
])('the wire name %s is labeled %s', (name, label) => {
  expect(labelOf(name)).toBe(label)
})

test('every field of the record has a label of its own kind: no underscore, a capital first', () => {
  for (const name of Object.keys(deviceFields)) expect(labelOf(name)).toMatch(/^[^a-z_][^_]*$/)
})

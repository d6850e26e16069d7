import { expect, test } from 'vitest'
import { codedFieldNames, noteWriter, readsField, takesNote } from '#contract/codes/coded-fields.ts'
import { setValueNote } from '#contract/console/value-notes.ts'

test.each([
  ['camera', '3'],
  ['allow_popups', '7'],
  ['managed_status', '6'],
  ['command_status', '4'],
  ['scan.status_code', '3'],
  ['status_code', '4'],
  ['owned_by', '1'],
  ['efrp_status', '-1'],
  ['app_type', '3'],
  ['platform_type', '9'],
  ['profile_status_id', '2'],
  ['profiles.status', '1'],
  ['scope', '0'],
  ['installation_status', '25'],
  ['scan_status', '7'],
  ['compliant_status', '4'],
  ['error_code', '2147'],
  ['revoke_reason', '9'],
])('nothing is stated of %s %s, so that a note can say what it means', (field, value) => {
  expect(takesNote({ field, value })).toBe(true)
})

test.each([
  ['allow_popups', '1'],
  ['clear_data_for_all_apps', 'true'],
  ['managed_status', '2'],
  ['command_status', '-1'],
  ['scan.status_code', '4'],
  ['installation_status', '22'],
  ['compliant_status', '-1'],
  ['revoke_reason', '1'],
  // Texts of a server speak for themselves, and what is no code has no meaning to be noted.
  ['owned_by', 'Corporate'],
  ['device_name', '7'],
  ['device_capacity', '64'],
  ['camera', ''],
  ['camera', '9'.repeat(51)],
])('%s %s takes no note', (field, value) => {
  expect(takesNote({ field, value })).toBe(false)
})

test('administrators of what has a field write notes on its values, and its readers read them', () => {
  expect(setValueNote.permissionFor({ field: 'managed_status' })).toBe('MDM_Admin')
  expect(noteWriter('installation_status')).toBe('SOM_Admin')
  expect(noteWriter('sw_type')).toBe('Inventory_Admin')
  expect(noteWriter('revoke_reason')).toBe('KeyManagement_Admin')
  expect(readsField(['MDM_Read'], 'camera')).toBe(true)
  expect(readsField(['MDM_Read'], 'revoke_reason')).toBe(false)
  expect(new Set(codedFieldNames).size).toBe(codedFieldNames.length)
})

import { expect, test } from 'vitest'
import { rolesOf } from '#pages/shell/roles.ts'

test('a user sees the highest right of each module', () => {
  expect(rolesOf(['MDM_Read', 'MDM_Write', 'Inventory_Read', 'Key_Management_Admin', 'Key_Management_Read'])).toEqual([
    'MDM: write',
    'Inventory: read',
    'Key_Management: admin',
  ])
})

test('a right that we do not know is not made up', () => {
  expect(rolesOf(['MDM_Approve', 'nonsense'])).toEqual(['MDM: other'])
  expect(rolesOf([])).toEqual([])
})

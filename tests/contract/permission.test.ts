import { expect, test } from 'vitest'
import { rolesOf } from '#contract/permission.ts'

test('a user sees the highest right of each module', () => {
  expect(rolesOf(['MDM_Read', 'MDM_Write', 'Inventory_Read', 'Key_Management_Admin', 'Key_Management_Read'])).toEqual([
    { module: 'MDM', right: 'write' },
    { module: 'Inventory', right: 'read' },
    { module: 'Key_Management', right: 'admin' },
  ])
})

test('a right that we do not know is not made up', () => {
  expect(rolesOf(['MDM_Approve', 'nonsense'])).toEqual([{ module: 'MDM', right: 'other' }])
  expect(rolesOf([])).toEqual([])
})

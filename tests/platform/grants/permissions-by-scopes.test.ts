import { expect, test } from 'vitest'
import { permissionsByScopes } from '#platform/grants/permissions-by-scopes.ts'

test.each([
  ['X.restapi.READ', ['Common_Read', 'SOM_Read', 'Inventory_Read']],
  ['X.restapi.Update', ['Common_Write', 'SOM_Write', 'Inventory_Write']],
  ['X.MDMInventory.READ,X.MDMUser.DELETE', ['MDM_Read', 'MDM_Admin']],
  ['Cloud.SOM.UPDATE Cloud.Inventory.read', ['SOM_Write', 'Inventory_Read']],
  ['X.Common.DELETE,X.restapi.DELETE', ['SOM_Admin', 'Inventory_Admin']],
  ['X.PatchMgmt.READ,nothing,X.restapi.ALL,', []],
])('%s lets do %j', (scopes, permissions) => {
  expect(permissionsByScopes(scopes)).toEqual(permissions)
})

import { expect, onTestFinished, test } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { permissionsByScopes } from '#platform/grants/permissions-by-scopes.ts'
import { openUpstream } from '#platform/upstream/upstream.ts'

test.each([
  ['X.restapi.READ', ['Common_Read', 'SOM_Read', 'Inventory_Read']],
  ['X.restapi.Update', ['Common_Write', 'SOM_Write', 'Inventory_Write']],
  ['X.MDMInventory.READ,X.MDMUser.DELETE', ['MDM_Read', 'MDM_Admin']],
  ['Cloud.SOM.UPDATE Cloud.Inventory.read', ['SOM_Write', 'Inventory_Read']],
  ['X.Common.DELETE,X.restapi.DELETE', ['SOM_Admin', 'Inventory_Admin']],
  ['X.PatchMgmt.READ,nothing,X.restapi.ALL,', []],
])('%s lets do %j', (scopes, permissions) => {
  expect(permissionsByScopes(scopes, { upstreams: new Map() })).toEqual(permissions)
})

test.each([
  ['asked with a key of the console', { edition: 'cloud', credential: () => Promise.resolve('key') }],
  ['on premises, where a key may be entered', { edition: 'on-premises' }],
] as const)('nothing at a service that is %s', (_what, how) => {
  const connection = { name: 'mdm', baseUrl: new URL('https://mdm.example'), dialect: defaultDialect }
  const mdm = openUpstream('mdm', { ...connection, ...how })
  onTestFinished(() => void mdm.close())
  const upstreams = new Map([['mdm', mdm] as const])
  const read = ['Common_Read', 'SOM_Read', 'Inventory_Read']
  expect(permissionsByScopes('X.MDMInventory.DELETE,X.restapi.READ', { upstreams })).toEqual(read)
})

import { expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { getDevice } from '#contract/mdm/devices.ts'

test('a resource, scope or permission that does not exist does not compile', () => {
  const spelled = [
    endpoint({ ...getDevice, reads: ['mdm.device'], changes: ['keys.vault-key'] }),
    endpoint({ ...getDevice, scopes: ['MDMInventory.READ'], permission: 'MDM_Admin' }),
    // @ts-expect-error -- no such resource
    endpoint({ ...getDevice, reads: ['mdm.devices'] }),
    // @ts-expect-error -- a resource of another service
    endpoint({ ...getDevice, changes: ['mdm.vault'] }),
    // @ts-expect-error -- no such scope
    endpoint({ ...getDevice, scopes: ['MDMInventory.WRITE'] }),
    // @ts-expect-error -- no such module
    endpoint({ ...getDevice, permission: 'Mobile_Read' }),
    // @ts-expect-error -- no such right
    endpoint({ ...getDevice, permission: 'MDM_Delete' }),
  ]
  expect(new Set(spelled.map(({ id }) => id))).toEqual(new Set([getDevice.id]))
})

test('what a call changes, a response depends on', () => {
  const all = [...endpoints.values()]
  const read = new Set(all.flatMap(({ reads = [] }) => reads))
  for (const { id, changes = [] } of all) expect([id, changes.filter((name) => !read.has(name))]).toEqual([id, []])
})

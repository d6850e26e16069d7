import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { listGroups } from '#contract/mdm/groups.ts'
import { mdm } from '#contract/mdm/operations.ts'
import { implement, router } from '#services/router.ts'
import { missingScope } from '#services/scopes.ts'

const endpoints = implement({ listGroups })({ listGroups: () => ({ rows: [] }) })
const ask = (scopes: string[] | undefined) => {
  const caller = () => Promise.resolve({ name: 'somebody', permissions: ['MDM_Read'], ...(scopes && { scopes }) })
  const answer = router(endpoints, { desktop: caller, mdm: caller })
  const { headers, ...request } = toRequest(listGroups, {})
  return answer(
    { ...request, headers: { ...headers, authorization: 'somebody' } },
    { origin: 'http://localhost', address: '127.0.0.1' },
  )
}

test.each([
  [undefined],
  [['Vendor.MDMDeviceMgmt.READ']],
  [['MDMDeviceMgmt.read', 'MDMUser.READ']],
  [['vendormdm.mdmdevicemgmt.Read']],
])('a token with the scopes %j lists groups', async (scopes) => {
  await expect(ask(scopes)).resolves.toMatchObject({ status: 200 })
})

test.each([[[]], [['Vendor.MDMDeviceMgmt.UPDATE']], [['Vendor.MDMInventory.READ']], [['READ']]])(
  'a token with the scopes %j does not, and is told which one it lacks',
  async (scopes) => {
    await expect(ask(scopes)).rejects.toMatchObject({
      status: 403,
      message: 'SCOPE_MISMATCH: the token lacks the scope MDMDeviceMgmt.READ',
    })
  },
)

test('every row but the root names its area and type, and reading never needs more than READ', () => {
  for (const endpoint of Object.values<Endpoint>(mdm)) {
    if (endpoint.id === 'mdm.getApiRoot') continue
    expect(endpoint.scopes, endpoint.id).not.toHaveLength(0)
    for (const scope of endpoint.scopes ?? [])
      expect(scope, endpoint.id).toMatch(/^(MDMInventory|MDMDeviceMgmt|MDMUser)\.(CREATE|READ|UPDATE|DELETE)$/)
    if (endpoint.method === 'GET') expect(endpoint.scopes?.every((scope) => scope.endsWith('.READ'))).toBe(true)
    expect(missingScope(endpoint, endpoint.scopes)).toBeUndefined()
    expect(missingScope(endpoint, endpoint.scopes?.slice(1))).toBe(endpoint.scopes?.[0])
  }
})

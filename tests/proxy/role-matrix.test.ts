import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Permission, type Row, serviceOf } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import { toWireInput } from '#contract/http.ts'
import { rows } from '#contract/rows.ts'
import { anyOf } from '../contract/arbitrary.ts'
import { startProxy } from '../support/proxy.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
let cookies: Record<Person, string>
beforeAll(async () => {
  proxy = await startProxy()
  cookies = {
    'a stranger': '',
    'somebody half signed in': await proxy.signIn('otp'),
    'an account without permissions': await proxy.signIn('nobody'),
    'an account that may read': await proxy.signIn('reader'),
  }
})
afterAll(() => proxy.stop())

/** How many calls have reached a server. */
const heard = () => [proxy.desktop, proxy.mdm, proxy.keys].reduce((sum, { received }) => sum + received.length, 0)

const people = [
  'a stranger',
  'somebody half signed in',
  'an account without permissions',
  'an account that may read',
] as const
type Person = (typeof people)[number]

/** The rule, said once more in words of its own: what each person gets to hear for a permission. */
function expectedCode(permission: Permission, person: Person): string | undefined {
  if (permission === 'proxy') return 'NOT_FOUND'
  if (permission === 'anyone') return undefined
  if (person === 'a stranger' || person === 'somebody half signed in') return 'SIGNED_OUT'
  if (permission === 'signed-in') return undefined
  return person === 'an account that may read' && permission.endsWith('_Read') ? undefined : 'FORBIDDEN'
}

const cases = [...rows.values()].flatMap((row) => people.map((person) => ({ row, person })))

test.each(cases.filter(({ row, person }) => expectedCode(row.permission, person) !== undefined))(
  '$row.id is closed to $person, and no server hears of it',
  async ({ row, person }: { row: Row; person: Person }) => {
    const before = heard()
    const { value } = await proxy.call(row.id, {}, cookies[person])
    expect(value.code).toBe(expectedCode(row.permission, person))
    expect(heard()).toBe(before)
  },
)

test.each(
  cases.filter(({ row, person }) => serviceOf(row) !== 'session' && expectedCode(row.permission, person) === undefined),
)('$row.id is open to $person', async ({ row, person }: { row: Row; person: Person }) => {
  const inputs = fc.sample(anyOf(row.input), { numRuns: 20, seed: 1 })
  const input = inputs.find((one) => row.permissionFor?.(one as never) === undefined)
  const before = heard()
  await proxy.call(row.id, stringifyJson(toWireInput(row, input)), cookies[person])
  expect(heard()).toBe(before + 1)
})

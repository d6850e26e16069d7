import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isDangerous, revealsSecret, type Endpoint } from '#contract/endpoint.ts'
import { consoleEndpoints, endpoints } from '#contract/endpoints.ts'
import { toWireInput } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import type { Permission } from '#contract/permission.ts'
import { firstOf } from '../contract/arbitrary.ts'
import { startProxy } from '../support/proxy.ts'
import { asPageCalls } from '../support/why.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
let cookies: Record<Person, string>
/** May do everything, and has not proved again who it is. */
let unconfirmed: string
beforeAll(async () => {
  // In no time nobody's rights are asked for again, and no proof grows old.
  vi.useFakeTimers({ toFake: ['Date'] })
  proxy = await startProxy()
  cookies = {
    'a stranger': '',
    'somebody half signed in': await proxy.signIn('otp'),
    'an account without permissions': await proxy.signInConfirmed('nobody'),
    'an account that may read': await proxy.signInConfirmed('reader'),
  }
  unconfirmed = await proxy.signIn('chief')
})
afterAll(async () => {
  await proxy.stop()
  vi.useRealTimers()
})

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

const cases = [...endpoints.values()].flatMap((endpoint) => people.map((person) => ({ endpoint, person })))

test.each(cases.filter(({ endpoint, person }) => expectedCode(endpoint.permission, person) !== undefined))(
  '$endpoint.id is closed to $person, and no server hears of it',
  async ({ endpoint, person }: { endpoint: Endpoint; person: Person }) => {
    const before = heard()
    const { value } = await proxy.call(endpoint.id, {}, cookies[person])
    expect(value.code).toBe(expectedCode(endpoint.permission, person))
    expect(heard()).toBe(before)
  },
)

const isOwn = (endpoint: Endpoint) => (Object.values(consoleEndpoints) as Endpoint[]).includes(endpoint)
const chance = { count: 20, seed: 1 }
const send = (row: Endpoint, given: object = {}, cookie = '') => {
  const [endpoint, input] = asPageCalls(row, given)
  return proxy.call(endpoint.id, stringifyJson(toWireInput(endpoint, input)), cookie)
}
/** As the console sends a file: in a form. */
const sendFile = (endpoint: Endpoint, name: string, bytes: Uint8Array, cookie: string) =>
  proxy.callWithFiles(endpoint.id, {}, { [name]: new File([Uint8Array.from(bytes)], name) }, cookie)

test.each(
  cases.filter(({ endpoint, person }) => !isOwn(endpoint) && expectedCode(endpoint.permission, person) === undefined),
)('$endpoint.id is open to $person', async ({ endpoint, person }: { endpoint: Endpoint; person: Person }) => {
  const input = firstOf<never>(endpoint.input, chance, (one) => endpoint.permissionFor?.(one) === undefined)
  const before = heard()
  await send(endpoint, input, cookies[person])
  expect(heard()).toBe(before + 1)
})

/** A request that asks for CA:TRUE, which chance never makes: the extension alone. */
const authorityRequest = Buffer.from('0603551d13040530030101ff', 'hex')
const asksAgain = [...endpoints.values()].filter(
  ({ permission, danger, dangerFor, secret }) => permission !== 'proxy' && (danger || dangerFor || secret),
)

test.each(asksAgain)(
  '$id asks even who may do everything to prove who they are, and no server hears of it',
  async (endpoint) => {
    const before = heard()
    const input = firstOf<never>(
      endpoint.input,
      chance,
      (one) => isDangerous(endpoint, one) || revealsSecret(endpoint, one),
    )
    const isFileAlone = endpoint.id === 'keys.importRequest'
    const { status, value } = isFileAlone
      ? await sendFile(endpoint, 'CSR', authorityRequest, unconfirmed)
      : await send(endpoint, input, unconfirmed)
    expect([status, value.code]).toEqual([403, 'CONFIRM_IDENTITY'])
    expect(heard()).toBe(before)
  },
)

test('what asks for a proof is what cannot be undone and what reveals a secret', () => {
  expect(asksAgain.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['mdm.wipeDevice', 'keys.getSshKeyPassphrase', 'keys.exportSshKey', 'console.replaceKey']),
  )
  expect(asksAgain.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['keys.signRequest', 'keys.importRequest', 'keys.createAuthority', 'mdm.sendCommands']),
  )
  expect(asksAgain.length).toBeGreaterThan(25)
})

import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { offices } from '#services/demo/people/offices.ts'
import { startServer } from '../support/server.ts'

const password = `three words and ${randomBytes(6).toString('hex')}`
const apiKey = 'named-by-the-operator-77'
/** Who was made the first administrator. */
let administrator = ''
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  await buildIfStale()
  server = await startServer({
    TRIPTYCH_SEED: 'empty',
    TRIPTYCH_FIRST_ADMIN: '',
    TRIPTYCH_DEMO_API_KEY: apiKey,
    TRIPTYCH_DEMO_CLIENT: 'our.client:a-secret-of-the-operator',
  })
}, 120_000)
afterAll(() => server?.stop())

async function call(row: string, input: object, cookie = '') {
  const answer = await request(`${server.ready.console}/api/${row}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-triptych': '1', cookie },
    body: JSON.stringify(input),
  })
  const value = (await answer.body.json()) as Record<string, unknown>
  return { value, cookie: [answer.headers['set-cookie']].flat()[0]?.split(';')[0] ?? '' }
}
const signIn = (username: string, given: string) => call('session.signIn', { username, password: given })
const base64 = (text: string) => Buffer.from(text).toString('base64')
const setUp = (token: string, user_name: string, given = password) =>
  call('session.setUp', { token, user_name, email: '', password: base64(given) })
const tokenOf = (stdout: string) => /\/setup#([\w-]{43})\n/.exec(stdout)?.[1] ?? ''

test('it has no lab, no demo accounts and no secrets that nobody has asked for', async () => {
  expect(Object.keys(server.ready)).toEqual(['console', 'desktop', 'mdm', 'keys', 'identity', 'ca'])
  for (const path of ['/lab', '/lab/mailbox', '/lab/accounts']) {
    expect((await request(server.ready.desktop + path)).statusCode, path).toBe(404)
  }
  for (const name of ['admin', 'operator', 'helpdesk', 'otp-admin']) {
    expect((await signIn(name, server.password)).value).toMatchObject({ code: 'WRONG_CREDENTIALS' })
  }
  expect(server.stdout()).not.toMatch(/Password of each|API key: (?!as set)|OAuth client .*secret: (?!as set)/)
  expect((await call('session.signInOptions', {})).value).toMatchObject({ setUpRequired: true, domains: [] })
})

test('its set-up link makes the first administrator, once, and is stored as a digest only', async () => {
  const token = tokenOf(server.stdout())
  expect((await setUp('x'.repeat(43), 'stranger')).value).toMatchObject({ code: '10012' })
  expect((await setUp(token, 'root', 'password12345678')).value).toMatchObject({ code: '10013' })
  const files = (await readdir(server.folder)).filter((name) => name.startsWith('triptych.db'))
  const stored = Buffer.concat(await Promise.all(files.map((name) => readFile(join(server.folder, name)))))
  expect(stored.includes(token)).toBe(false)

  const both = await Promise.all(['root', 'rival'].map((name) => setUp(token, name)))
  expect(new Set(both.map(({ value }) => value.code))).toEqual(new Set(['10012', undefined]))
  administrator = both[0]?.value.code === undefined ? 'root' : 'rival'
  expect((await call('session.signInOptions', {})).value).toMatchObject({ setUpRequired: false })
  expect((await setUp(token, 'late')).value).toMatchObject({ code: '10012' })

  const { value, cookie } = await signIn(administrator, password)
  expect(value).toMatchObject({ state: 'signed-in', demo: false })
  const audit = await call('console.listAudit', { limit: 50, page: 0 }, cookie)
  expect(audit.value.entries).toContainEqual(
    expect.objectContaining({ action: 'session.setUp', user: administrator, result: 'done' }),
  )
  expect(JSON.stringify(audit.value)).not.toContain('stranger')
  expect(server.stderr()).not.toContain(token)
})

test('the API key and the client that the operator has named are there', async () => {
  const devices = await request(`${server.ready.mdm}/api/v1/mdm/devices`, { headers: { authorization: apiKey } })
  expect(devices.statusCode).toBe(200)
  expect(server.stdout()).toContain('OAuth client our.client, secret: as set by TRIPTYCH_DEMO_CLIENT')
})

test('it has one site with a name of its own, and no office, group or profile of the demo', async () => {
  const { value, cookie } = await signIn(administrator, password)
  expect(value).toMatchObject({ site: { title: 'Triptych' }, sites: [{ title: 'Triptych' }] })
  const lists = [
    ['desktop.listRemoteOffices', {}],
    ['desktop.getServerProperties', {}],
    ['desktop.getFilterParameters', {}],
    ['desktop.listComputers', {}],
    ['mdm.listDevices', {}],
    ['mdm.listGroups', {}],
    ['mdm.listProfiles', {}],
    ['keys.listCertificates', {}],
  ] as const
  for (const [row, input] of lists) {
    const answer = await call(row, input, cookie)
    expect(answer.value.code, row).toBeUndefined()
    for (const { name, code } of offices) {
      expect(JSON.stringify(answer.value), row).not.toContain(name)
      expect(JSON.stringify(answer.value), row).not.toContain(`"${code}"`)
    }
  }
  expect((await call('desktop.listRemoteOffices', {}, cookie)).value).toMatchObject({
    message_response: { remoteoffice: [] },
  })
  expect((await call('desktop.getServerProperties', {}, cookie)).value).toMatchObject({
    message_response: { serverproperties: { domains: [], branch_offices: [], custom_groups: [] } },
  })
  expect((await call('console.listConnections', {}, cookie)).value).toMatchObject({ embedded: true })
})

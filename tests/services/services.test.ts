import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { discover } from '#contract/desktop/authentication.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { startServices } from '#services/services.ts'
import { withinMs } from '../support/runs.ts'
import { signInTo } from './desktop/sign-in.ts'
import { masterKey, startRunning, type Running } from './running.ts'

const started: Running[] = []
afterEach(async () => {
  for (const running of started.splice(0)) await running.stop()
})
const start = async (options: Parameters<typeof startRunning>[0] = {}) => {
  const running = await startRunning(options)
  started.push(running)
  return running
}
const slowly = (running: Running, body: object) =>
  fetch(`${running.lab}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'desktop', ...body }),
  })
/** The request that meets the fault has arrived. */
const untilTaken = ({ lab }: Running) =>
  expect.poll(async () => (await fetch(`${lab}/faults`)).text()).toBe('{"faults":[]}')

test('answers of the services, of the lab and of Node carry the security headers', async () => {
  const { lab, mdm } = await start()
  const answers = [await fetch(lab), await fetch(`${mdm}/nowhere`), await fetch(mdm), await refusedByNode(mdm)]
  for (const { headers } of answers) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

test.each([
  [
    'an address that is too large',
    `GET /api/v1/devices?search=${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
    '431',
    /large/,
  ],
  ['no HTTP', 'nonsense\r\n\r\n', 'COM0014', /HTTP/],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 'COM0001', /./],
])('%s is refused in the form of the references', async (_, request, error_code, text) => {
  const { mdm } = await start()
  const said = expect.stringMatching(text) as string
  expect(JSON.parse((await rawAnswer(mdm, request)).split('\r\n\r\n')[1] ?? '')).toEqual({
    error_code,
    error_description: said,
    localized_error_description: said,
  })
})

test('CONNECT is refused with the methods that are allowed there: none', async () => {
  const { mdm } = await start()
  const answer = await rawAnswer(mdm, 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 405 /)
  expect(answer).toMatch(/\r\nallow: *\r\n/i)
})

/** What came back; a connection that is closed before everything was read may end in a reset after the answer. */
async function rawAnswer(origin: string, request: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(request)
  await closed
  return answer
}

/** 417: an expectation that nobody knows. */
async function refusedByNode(origin: string) {
  const answer = await rawAnswer(origin, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n')
  const [, ...lines] = answer.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
  return { headers: new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string])) }
}

test('the first run tells the accounts, and a later one keeps them and everything that was given out', async () => {
  const first = await startRunning()
  expect(first.firstRun).toMatchObject({
    accounts: [
      { name: 'admin', role: 'administrator' },
      { name: 'operator', role: 'operator' },
      { name: 'helpdesk', role: 'helpdesk' },
      { name: 'otp-admin', role: 'administrator' },
    ],
    password: first.password,
  })
  const { auth_data } = await signInTo(first).withPassword('admin')
  await first.stop({ keepFolder: true })

  const again = await start({ folder: first.folder })
  expect(again.firstRun).toBeUndefined()
  await expect(signInTo(again).withPassword('admin', first.password)).resolves.toHaveProperty('auth_data')
  for (const secret of [auth_data?.auth_token, first.firstRun?.apiKey]) {
    await expect(again.call(listDevices, {}, secret)).resolves.toHaveProperty('total', 0)
  }
})

test('a password that nobody chose is long and different each time', async () => {
  const passwords = []
  for (let run = 0; run < 2; run += 1) {
    const { database } = await start()
    await database.db.$extendTables<{ account: object }>().deleteFrom('account').execute()
    const services = await startServices({
      database,
      port: 0,
      seed: 'empty',
      demo: true,
      masterKey,
      log: () => undefined,
    })
    passwords.push(services.firstRun?.password ?? '')
    await services.close()
  }
  expect(passwords[0]).not.toBe(passwords[1])
  for (const password of passwords) expect(password.length).toBeGreaterThanOrEqual(16)
})

test('a port in use is named', async () => {
  const { database, mdm } = await start()
  const port = Number(new URL(mdm).port)
  const second = startServices({ database, port, seed: 'empty', masterKey, log: () => undefined })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE', port })
})

test('they are ready while the database is, and name it when it is not', async () => {
  const running = await start()
  expect(await running.notReady()).toBeUndefined()
  await running.database.db.schema.dropTable('fleet').execute()
  expect(await running.notReady()).toBe('database')
})

test('stopping lets a running request end', async () => {
  const running = await startRunning()
  await slowly(running, { latency_ms: 1500, times: 1 })
  const answer = running.call(discover, {})
  await untilTaken(running)
  await running.stop()
  await expect(answer).resolves.toHaveProperty('domains')
  await expect(running.call(discover, {})).rejects.toThrow('fetch failed')
})

test('and cuts one that does not end', async () => {
  const running = await startRunning()
  await slowly(running, { half_open: true, times: 1 })
  const answer = running.call(discover, {}).catch((error: unknown) => error)
  await untilTaken(running)
  const start = performance.now()
  await running.stop()
  expect(performance.now() - start).toBeLessThan(withinMs(7000))
  expect(await answer).toMatchObject({ message: 'fetch failed' })
})

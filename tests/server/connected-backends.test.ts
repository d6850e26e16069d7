import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { ofProducts, startServer } from '../support/server.ts'
import { startOtherDialect } from '../support/start-other-dialect.ts'

const { version: packageVersion } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }

beforeAll(() => buildIfStale(), 120_000)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-connected-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fileOf = async (content: unknown) => {
  const path = join(folder, 'connections.json')
  await writeFile(path, JSON.stringify(content))
  return path
}
async function call(console: string, row: string, input: object, cookie = '') {
  const answer = await request(`${console}/api/${row}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-triptych': '1', cookie },
    body: JSON.stringify(input),
  })
  const value = (await answer.body.json()) as Record<string, unknown>
  return { status: answer.statusCode, value, cookie: [answer.headers['set-cookie']].flat()[0]?.split(';')[0] ?? '' }
}

test('a file that is not accepted ends the start with 2 and one line, before anything is touched', async () => {
  const file = await fileOf({ connections: [{ name: 'hq', service: 'mdm', base_url: 'hq:8383' }] })
  const data = join(folder, 'data')
  const child = spawn(process.execPath, ['src/server.ts'], {
    env: {
      PATH: process.env.PATH,
      ...ofProducts,
      TRIPTYCH_PORT: '0',
      TRIPTYCH_DATA_DIR: data,
      TRIPTYCH_CONNECTIONS: file,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(2)
  expect(stderr).toBe(
    `TRIPTYCH_CONNECTIONS: ${file}: connections.0.base_url must be an address such as https://mdm.example.com:8383\n`,
  )
  expect(await readdir(folder)).toEqual(['connections.json'])
})

test('before servers that are not there the console starts, names them, and says what is wrong', async () => {
  const TRIPTYCH_CONNECTIONS = await fileOf({
    sites: [
      {
        name: 'hq',
        title: 'Head office',
        connections: [{ name: 'hq-desktop', service: 'desktop', base_url: 'http://127.0.0.1:1' }],
      },
      {
        name: 'eu',
        title: 'Europe',
        connections: [{ name: 'eu-mdm', service: 'mdm', base_url: 'https://127.0.0.1:1/gw' }],
      },
    ],
  })
  const server = await startServer({ TRIPTYCH_CONNECTIONS })
  expect(server.ready).toEqual({ console: server.ready.console, desktop: 'http://127.0.0.1:1' })
  expect(server.stdout()).toContain(
    'Site hq, Head office: desktop management\nSite eu, Europe: mobile device management',
  )
  expect(server.stdout()).not.toContain('Password of each')
  const told =
    'Connection hq-desktop, desktop management: Connection refused at this port (127.0.0.1:1 (ECONNREFUSED)).'
  await expect.poll(() => server.stdout()).toContain(told)
  await expect.poll(() => server.stdout()).toContain('Connection eu-mdm, mobile device management: Connection refused')
  expect((await request(`${server.ready.console}/readyz`)).statusCode).toBe(200)
  const { value } = await call(server.ready.console, 'session.signInOptions', {})
  expect(value).toMatchObject({ code: 'NOT_FOUND' })
  await server.stop()
}, 120_000)

test('a data folder that the embedded services have used serves real ones as well', async () => {
  const data = { TRIPTYCH_DATA_DIR: join(folder, 'data'), TRIPTYCH_SEED: 'empty' } as const
  const connections = [{ name: 'hq', service: 'desktop', base_url: 'http://127.0.0.1:1' }]
  const TRIPTYCH_CONNECTIONS = await fileOf({ connections })
  await (await startServer(data)).stop()
  await (await startServer({ ...data, TRIPTYCH_CONNECTIONS })).stop()
}, 180_000)

describe('before servers that speak otherwise than the references', () => {
  const password = randomBytes(12).toString('base64url')
  let other: Awaited<ReturnType<typeof startOtherDialect>>
  let server: Awaited<ReturnType<typeof startServer>>
  let cookie: string
  beforeAll(async () => {
    other = await startOtherDialect(password)
    server = await startServer({ TRIPTYCH_CONNECTIONS: other.file })
    const signedIn = await call(server.ready.console, 'session.signIn', { username: 'admin', password })
    expect(signedIn.value).toMatchObject({ state: 'signed-in', demo: false })
    cookie = signedIn.cookie
  }, 120_000)
  afterAll(async () => {
    await server.stop()
    await other.stop()
  })
  const ask = async (row: string, input: object = {}) => (await call(server.ready.console, row, input, cookie)).value
  const computersOf = async (input: object) => {
    const { MessageResponse } = (await ask('desktop.listComputers', input)) as {
      MessageResponse: { computers: Record<string, unknown>[] }
    }
    return MessageResponse.computers
  }

  test('computers are paged, sorted and searched by the names of the references', async () => {
    const sort = 'resource_name'
    const [first, second] = [
      await computersOf({ page: 0, pagelimit: 3, sort }),
      await computersOf({ page: 1, pagelimit: 3, sort }),
    ]
    const namesOf = (rows: Record<string, unknown>[]) => rows.map(({ resource_name }) => resource_name as string)
    const names = namesOf([...first, ...second])
    expect(new Set(names).size).toBe(6)
    expect(names).toEqual(namesOf(await computersOf({ page: 0, pagelimit: 6, sort })))
    expect(namesOf(await computersOf({ page: 0, pagelimit: 1, sort: `-${sort}` }))).not.toEqual(names.slice(0, 1))
    const search = { searchtype: sort, searchcolumn: sort, searchvalue: names[4] }
    expect(namesOf(await computersOf(search))).toContain(names[4])
  })

  test('devices are found, sorted and shown by the names of the references', async () => {
    const { devices } = (await ask('mdm.listDevices', { limit: '20', sort: 'device_name' })) as {
      devices: Record<string, string>[]
    }
    expect(devices).toHaveLength(20)
    const [device] = devices
    expect(device).toHaveProperty('serial_number')
    const found = (await ask('mdm.listDevices', { serial_number: device?.serial_number })) as {
      devices: Record<string, string>[]
    }
    expect(found.devices.map(({ device_id }) => device_id)).toContain(device?.device_id)
    const records = await Promise.all(devices.map(({ device_id }) => ask('mdm.getDevice', { device_id })))
    expect(records.some((record) => 'vendor_restricions' in record)).toBe(true)
    expect(records.some((record) => 'acme_restricions' in record)).toBe(false)
  })

  test('a wrong password is one, although it is said with HTTP 200', async () => {
    const wrong = await call(server.ready.console, 'session.signIn', { username: 'admin', password: 'wrong' })
    expect([wrong.status, wrong.value.code]).toEqual([401, 'WRONG_CREDENTIALS'])
  })

  test('all is well there, and what is done differently is told', async () => {
    const { connections } = (await ask('console.checkConnections')) as {
      connections: { service: string; level: string; findings: { level: string; title: string }[] }[]
    }
    expect(connections.map(({ service, level }) => [service, level])).toEqual([
      ['desktop', 'note'],
      ['mdm', 'good'],
      ['keys', 'good'],
    ])
    const titles = connections.flatMap(({ findings }) => findings.map(({ title }) => title))
    expect(titles).toContain('Pages count from 1')
    expect(titles).toContain('The certificate is valid and trusted')
    expect(await ask('console.getAbout')).toMatchObject({
      version: packageVersion,
      embedded: false,
      database: 'SQLite',
    })
    expect(JSON.stringify(await ask('console.listConnections'))).toContain('Paths begin with /api/v1/mdm')
    expect(server.stdout()).not.toContain('Connection other-')
  })

  test('keys are listed from a server whose certificate the file’s own authority has signed', async () => {
    expect(await ask('keys.listSshKeys')).toMatchObject({ result: { status: 'Success' } })
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { identityAt } from '../../../proxy/oauth/consoles.ts'
import { secret } from '../../../support/proxy.ts'
import { type Answer, json } from '../../../support/upstream.ts'
import { at, healthy, serverOf, startHealth, withKey } from './health-world.ts'
import { startTlsServer } from './tls-server.ts'

afterEach(() => vi.useRealTimers())

const dayMs = 86_400_000

test('servers that follow the references are healthy, and each check says so', async () => {
  const console = await startHealth({
    mdm: { ...(await at(healthy.mdm)), ...withKey },
    keys: { ...(await at(healthy.keys)), ...withKey },
  })
  const { all } = await console.check(await console.signIn())
  expect(all.map(({ service, level }) => [service, level])).toEqual([
    ['mdm', 'good'],
    ['keys', 'good'],
    ['desktop', 'good'],
  ])
  const titles = (name: string) => all.find((one) => one.service === name)?.findings.map(({ title }) => title)
  expect(titles('desktop')).toEqual([
    'The base URL uses http on this machine only',
    'The server responds',
    'The clocks agree',
    'The server supports version 1.3',
    'The server accepts your sign-in',
    'Pages count from 0',
    'All fields match the references',
    'Responses match the references',
  ])
  expect(titles('keys')).toContain('The server accepts the key')
})

describe('the clock of a server', () => {
  const skewed =
    (ms: number): Answer =>
    (request, response) => {
      response.setHeader('date', new Date(Date.now() + ms).toUTCString())
      healthy.mdm(request, response)
    }
  test.each([
    [30_000, 'good', 'The clocks agree'],
    [-3 * 60_000, 'warning', 'The clock of the server is 3 minutes behind'],
    [20 * 60_000, 'bad', 'The clock of the server is 20 minutes ahead'],
    [-3 * dayMs, 'bad', 'The clock of the server is 3 days behind'],
  ])('is %i ms off', async (ms, level, title) => {
    const console = await startHealth({ mdm: { ...(await at(skewed(ms))), ...withKey } })
    expect((await console.findings('mdm')).of('clock')).toMatchObject({ level, title })
  })

  test('is unknown if it does not report it', async () => {
    const server = await at((request, response) => {
      response.sendDate = false
      healthy.mdm(request, response)
    })
    const console = await startHealth({ mdm: { ...server, ...withKey } })
    expect((await console.findings('mdm')).of('clock')).toMatchObject({ level: 'note' })
  })
})

test('a server with the device list alone works, and what it lacks is reported', async () => {
  const server = await serverOf(({ url }, response) =>
    url.startsWith('/api/v1/devices?')
      ? json(response, { devices: [{ device_id: '7' }] })
      : json(response, { error_code: 'COM0001' }, 405),
  )
  const console = await startHealth({ mdm: { baseUrl: server.url, ...withKey } })
  const { level, of } = await console.findings('mdm')
  expect(level).toBe('note')
  expect(of('answers')?.title).toMatch(/^Single device records are not offered/)
})

test('a desktop server with the documented operations alone works, in each of its versions', async () => {
  const stated = (version: string) =>
    serverOf((request, response) =>
      request.url.startsWith(`/api/${version}/`) && /som\/computers|desktop\/authentication/.test(request.url)
        ? healthy.desktop(request, response)
        : json(response, { status: 'error', error_code: '10022' }, 404),
    )
  const server = await stated('1.3')
  const console = await startHealth({ desktop: { baseUrl: server.url } })
  const { of, findings } = await console.findings('desktop', await console.signIn())
  expect(of('version')).toMatchObject({ level: 'good' })
  expect(of('credential')).toMatchObject({ level: 'good', title: 'The server accepts your sign-in' })
  expect(findings.filter(({ level }) => level === 'bad')).toEqual([])

  const newer = await stated('1.4')
  const other = await startHealth({ desktop: { baseUrl: newer.url } })
  expect((await other.findings('desktop')).of('version')?.title).toMatch(/another setting works/)
})

describe('the client', () => {
  test('gets no address, machine name or server message without being signed in', async () => {
    const { url } = await startTlsServer({ names: 'secret-name.example', answer: healthy.mdm })
    const failing = await serverOf((_, response) => json(response, { error_description: 'canary-of-the-server' }, 500))
    const console = await startHealth({ mdm: { baseUrl: url, ...withKey }, keys: { baseUrl: failing.url, ...withKey } })
    const { all, text } = await console.check()
    expect(all.map(({ level }) => level)).toEqual(['bad', 'bad', 'unknown'])
    expect(text).not.toMatch(/127\.0\.0\.1|secret-name|canary|localhost/)
    const signedIn = await console.check(await console.signIn())
    expect(signedIn.text).toContain('127.0.0.1')
    expect(signedIn.text).not.toContain(secret.apiKey)
  })

  test('causes only requests without a credential where there is none', async () => {
    const server = await serverOf(healthy.desktop)
    const console = await startHealth({ desktop: { baseUrl: server.url } })
    await console.check()
    expect(server.received.map(({ url }) => url)).toEqual(['/api/1.3/desktop/discover'])
  })

  test('cannot make the console flood a server', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const server = await serverOf(healthy.mdm)
    const console = await startHealth({ mdm: { baseUrl: server.url, ...withKey } })
    await Promise.all(Array.from({ length: 20 }, () => console.check()))
    const once = server.received.length
    await console.check(await console.signIn())
    expect([once, server.received.length]).toEqual([2, 2])
    vi.setSystemTime(Date.now() + 10_000)
    await console.check()
    expect(server.received).toHaveLength(4)
  })

  test('causes no changes', async () => {
    const servers = {
      mdm: await serverOf(healthy.mdm),
      keys: await serverOf(healthy.keys),
      desktop: await serverOf(healthy.desktop),
    }
    const console = await startHealth({
      mdm: { baseUrl: servers.mdm.url, ...withKey },
      keys: { baseUrl: servers.keys.url, ...withKey },
      desktop: { baseUrl: servers.desktop.url },
    })
    const cookie = await console.signIn()
    for (const server of Object.values(servers)) server.received.length = 0
    await console.check(cookie)
    const asked = Object.values(servers).flatMap(({ received }) => received)
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

test('a connection is described in words', async () => {
  const names = { vendor_vault: 'vault', vendor_details: 'details' }
  const console = await startHealth(
    {
      mdm: { ...(await at(healthy.mdm)), ...withKey, dialect: { ...defaultDialect, prefix: '/api/v1/mdm', names } },
      desktop: { ...(await at(healthy.desktop)), dialect: { ...defaultDialect, pageBase: 'auto', version: '1.3' } },
    },
    identityAt('https://accounts.example.com', { parametersIn: 'query' }),
  )
  const cookie = await console.signIn()
  const { value } = await console.proxy.call('console.listConnections', {}, cookie)
  expect(value).toMatchObject({
    embedded: true,
    connections: [
      {
        name: 'my-mdm',
        service: 'mdm',
        edition: 'on-premises',
        credential: 'a key',
        key: { source: 'configuration' },
        dialect: ['Paths begin with /api/v1/mdm', '2 names are other ones'],
      },
      { name: 'my-desktop', credential: 'the person', dialect: ['Page base is detected with the first list'] },
      {
        name: 'identity',
        baseUrl: 'https://accounts.example.com',
        credential: 'none',
        dialect: ['Codes and secrets travel in the query'],
      },
    ],
  })
  expect(JSON.stringify(value)).not.toContain(secret.apiKey)
  await console.proxy.call('desktop.listComputers', { page: 0 }, cookie)
  const again = await console.proxy.call('console.listConnections', {}, cookie)
  expect(again.text).toContain('Pages count from 0, detected automatically')
  expect((await console.proxy.call('console.listConnections', {})).status).toBe(401)
})

test('the console reports its version and platform', async () => {
  const console = await startHealth({})
  const { value } = await console.proxy.call('console.getAbout', {}, await console.signIn())
  expect(value).toEqual({
    version: '0.0.0',
    node: process.version,
    database: 'SQLite',
    startedAt: 0,
    embedded: true,
    backups: false,
  })
})

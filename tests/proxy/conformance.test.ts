import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configuredDialect, defaultDialect } from '#contract/dialect.ts'
import { tokenTypes } from '#contract/identity/tokens.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listRequests } from '#contract/keys/requests.ts'
import { listSshKeys } from '#contract/keys/ssh.ts'
import { listVaultKeys } from '#contract/keys/vault.ts'
import { originOf } from '#contract/origin.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import type { IdentitySettings } from '#platform/upstream/sites.ts'
import { embeddedConnections } from '../conformance/embedded.ts'
import { type Examined, examine } from '../conformance/examine.ts'
import { exitCodeOf } from '../conformance/exit-code.ts'
import { probe } from '../conformance/probe.ts'
import { examineIdentity } from '../conformance/identity.ts'
import { report } from '../conformance/report.ts'
import { openServer, type ServiceConnection } from '../conformance/server.ts'
import { client, startWorld } from '../services/identity/identity-world.ts'
import { startRunning, type Running } from '../services/running.ts'
import { startStated } from '../support/part-of-server.ts'
import { json, startUpstream } from '../support/upstream.ts'

type Printed = {
  exitCode: number
  connections: { connection: string; operations: { id: string; origin: string; outcome: string }[] }[]
}

let embedded: Awaited<ReturnType<typeof embeddedConnections>>
beforeAll(async () => {
  embedded = await embeddedConnections()
}, 90_000)
afterAll(() => embedded.close())

const connectionOf = (service: UpstreamService): ServiceConnection =>
  embedded.connections.find((one) => one.service === service) as ServiceConnection
/** The same server, elsewhere or otherwise configured. */
const at = (service: UpstreamService, url: URL | undefined, dialect: object = {}): ServiceConnection => {
  const { baseUrl, ...connection } = connectionOf(service)
  return { ...connection, baseUrl: url ?? baseUrl, dialect: configuredDialect.parse(dialect) }
}
const behind = (service: UpstreamService) => {
  const { baseUrl, ca } = connectionOf(service)
  return { origin: baseUrl.origin, ...(ca !== undefined && { ca }) }
}
const examined = (connection: ServiceConnection, { password }: { password?: string } = {}) =>
  examine(connection, {
    account:
      connection.service === 'desktop'
        ? { ...embedded.account, ...(password !== undefined && { password }) }
        : undefined,
  })
const proposedBy = (result: Examined) => ('stopped' in result ? result.stopped : result.proposed)
const outcomeOf = (result: Examined, id: string) =>
  'stopped' in result ? result.stopped : result.findings.find(({ endpoint }) => endpoint.id === id)?.outcome

const services = ['desktop', 'mdm', 'keys'] as const

test('the embedded services fit in every operation, and nothing is proposed', async () => {
  for (const service of services) {
    const result = await examined(connectionOf(service))
    expect(report(result)).not.toMatch(/^ +(differs|fails|missing|not tested)/m)
    expect(report(result)).not.toMatch(/No list was answered|owner_email_id/)
    expect(proposedBy(result)).toBeUndefined()
    expect(exitCodeOf(result), service).toBe(0)
    const fits = 'stopped' in result ? [] : result.findings.filter(({ outcome }) => outcome === 'fits')
    expect(fits.length, service).toBeGreaterThan(12)
  }
}, 90_000)

test('what changes something is called only when asked for, and leaves no key and no certificate behind', async () => {
  const result = await examine(connectionOf('keys'), { writes: true })
  const stated = 'stopped' in result ? [] : result.findings.filter(({ endpoint }) => originOf(endpoint) === 'stated')
  expect(new Set(stated.map(({ outcome }) => outcome)), report(result)).toEqual(new Set(['fits']))
  const server = openServer(connectionOf('keys'), await connectionOf('keys').credential?.(), defaultDialect)
  const after = await probe([listSshKeys, listVaultKeys, listCertificates, listRequests], server)
  await server.close()
  const left = [...after.answers].filter(([, { answer }]) => answer?.text.includes('triptych-check-'))
  expect(left.map(([{ id }]) => id)).toEqual(['keys.listRequests'])
}, 60_000)

test('a server with the stated operations alone is all right', async () => {
  for (const service of services) {
    const server = await startStated(service, behind(service))
    const result = await examined(at(service, server.url))
    await server.stop()
    expect(exitCodeOf(result), report(result)).toBe(0)
    const others = 'stopped' in result ? [] : result.findings.filter(({ endpoint }) => originOf(endpoint) !== 'stated')
    expect(others.length).toBeGreaterThan(10)
    expect(others.filter(({ outcome }) => !['missing', 'not tested'].includes(outcome))).toEqual([])
  }
}, 90_000)

test('a stated operation that is missing is named, whether it is called or not', async () => {
  const keys = await startStated('keys', behind('keys'), { without: ['keys.listRequests', 'keys.signRequest'] })
  const result = await examined(at('keys', keys.url))
  await keys.stop()
  expect(exitCodeOf(result)).toBe(2)
  expect(report(result)).toMatch(/missing +keys\.listRequests/)
  expect(report(result)).toMatch(/missing +keys\.signRequest/)
  expect(report(result)).toMatch(/Other paths and methods are not tried.*\n.*"keys\.listRequests":\{"path":"/)
  expect(outcomeOf(result, 'keys.listSshKeys')).toBe('fits')
  expect('stopped' in result ? {} : result.proposed?.operations).toMatchObject({
    'keys.listRequests': false,
    'keys.signRequest': false,
  })

  expect(report(result)).toMatch(
    /missing +keys\.listRequests .*\n.*\n +left out by "dialect": .*"keys\.listRequests":false/,
  )
  expect(report(result)).toMatch(/With it, of the stated operations: .* 2 missing/)

  const desktop = await startStated('desktop', behind('desktop'), { without: ['desktop.listComputers'] })
  const other = await examined(at('desktop', desktop.url))
  await desktop.stop()
  expect(exitCodeOf(other)).toBe(2)
  expect(outcomeOf(other, 'desktop.listComputers')).toBe('missing')
  expect(outcomeOf(other, 'desktop.listSoftware')).toBe('fits')
}, 60_000)

test('what is proposed for missing operations was tried, and nobody asks for them once it is pasted', async () => {
  const keys = await startStated('keys', behind('keys'), {
    without: ['keys.listRequests'],
    otherMethod: ['keys.listSshUsers'],
  })
  const first = await examined(at('keys', keys.url))
  const proposed = { operations: { 'keys.listRequests': false, 'keys.listSshUsers': false } }
  expect(proposedBy(first)).toEqual(proposed)
  expect(outcomeOf(first, 'keys.listSshUsers')).toBe('missing')
  expect(report(first)).toMatch(/missing +keys\.listSshUsers .*\n.*405.*\n +the server allows POST at this path/)
  const asked = keys.received.length
  const then = await examined(at('keys', keys.url, proposed))
  const paths = keys.received.slice(asked).map(({ url }) => url)
  await keys.stop()
  expect(paths.filter((path) => /getCSRList|getAllSSHUsers/i.test(path))).toEqual([])
  expect(paths.length).toBeGreaterThan(5)
  expect([proposedBy(then), exitCodeOf(then)], 'there is nothing to change').toEqual([undefined, 2])
  expect(report(then)).toContain('not asked for, as "operations" says')
}, 60_000)

test('the proposed dialect, pasted into the connection, makes everything fit', async () => {
  const speaks = {
    ...defaultDialect,
    version: '1.4',
    prefix: '/elsewhere',
    pageBase: 1 as const,
    quirks: ['capitalised envelope' as const],
    names: {
      is_vendor_native_app_registered: 'is_ios_native_app_registered',
      device_name: 'DeviceName',
      vendor_restricions: 'knox_restricions',
      vendor_vault: 'filevault',
      vendor_safety_cts: 'safetynet_cts',
      allow_vendor_mail: 'allow_gmail',
      allow_vendor_video: 'allow_you_tube',
    },
  }
  const other: Running = await startRunning({ seed: 'demo', speaks })
  const key = await other.mdmKey()
  const mdm = { ...at('mdm', new URL(other.mdm)), credential: () => Promise.resolve(key) }
  const desktop = at('desktop', new URL(other.desktop))
  const way = { password: other.password }

  const before = await examined(mdm)
  expect(proposedBy(before)).toEqual({ prefix: '/api/v1/mdm', names: speaks.names })
  expect(exitCodeOf(before)).toBe(1)
  const after = await examined({ ...mdm, dialect: configuredDialect.parse(proposedBy(before)) })
  expect([proposedBy(after), exitCodeOf(after)]).toEqual([undefined, 0])

  const first = await examined(desktop, way)
  expect(proposedBy(first)).toEqual({ version: '1.4', pageBase: 1 })
  expect(report(first)).toMatch(/differs +desktop\.listComputers .*\n.*not answered as the connection is configured/)
  expect(report(first)).toContain('the envelope is spelled MessageType, MessageResponse, MessageVersion, Status')
  expect(report(first)).not.toContain('the envelope has no')
  const then = await examined({ ...desktop, dialect: configuredDialect.parse(proposedBy(first)) }, way)
  await other.stop()
  expect([proposedBy(then), exitCodeOf(then)]).toEqual([undefined, 0])
}, 90_000)

test('where INPUT_DATA is read and which parameters are taken is found out', async () => {
  const keys = await startStated('keys', behind('keys'), { readsBodyOnly: true })
  const result = await examined(at('keys', keys.url))
  expect(proposedBy(result)).toEqual({ inputData: 'body' })
  expect(exitCodeOf(result)).toBe(1)
  const mended = await examined(at('keys', keys.url, { inputData: 'body' }))
  await keys.stop()
  expect([proposedBy(mended), exitCodeOf(mended)]).toEqual([undefined, 0])

  const mdm = await startStated('mdm', behind('mdm'), { refuses: ['sort'], ignores: ['managed_status'] })
  const omitting = await examined(at('mdm', mdm.url))
  expect(proposedBy(omitting)).toEqual({ omits: ['managed_status', 'sort'] })
  expect(exitCodeOf(omitting)).toBe(0)
  const spared = await examined(at('mdm', mdm.url, proposedBy(omitting) as object))
  await mdm.stop()
  expect(proposedBy(spared)).toEqual({ omits: ['managed_status', 'sort'] })
}, 60_000)

test('fields that are new or of another type are named, and cost no more than themselves', async () => {
  const upstream = await startUpstream((_request, response) =>
    response.end('{"devices":[{"device_id":"7","device_name":["Reception"],"color":"blue"}]}'),
  )
  const result = await examined(at('mdm', upstream.url))
  await upstream.stop()
  const text = report(result)
  expect(text).toMatch(/differs +mdm\.listDevices/)
  expect(text).toContain('not in the reference: color')
  expect(text).toContain('of another type: device_name (list)')
  expect(text).toContain('the server asks for no credential')
  expect(exitCodeOf(result)).toBe(1)
})

test('devices at the address in the API root are found, and none of its operations is left out', async () => {
  const upstream = await startUpstream(({ url }, response) => {
    const { pathname } = new URL(url, upstream.url)
    if (pathname === '/api/v1') return json(response, { devices: `${upstream.url.origin}/mobile/v2/handsets` })
    if (pathname === '/mobile/v2/handsets') return json(response, { devices: [{ device_id: '7' }] })
    return json(response, { error_code: 'COM0008', error_description: 'Unknown resource' }, 404)
  })
  const before = await examined(at('mdm', upstream.url))
  const after = await examined(at('mdm', upstream.url, proposedBy(before) as object))
  await upstream.stop()
  expect(proposedBy(before)).toMatchObject({ apiRoot: '/api/v1' })
  expect(proposedBy(before)).not.toHaveProperty('operations')
  expect(report(before)).toMatch(/differs +mdm\.listDevices .*\n.*\n +fixed by "dialect": \{"apiRoot":"\/api\/v1"\}/)
  expect(outcomeOf(after, 'mdm.listDevices')).toBe('fits')
})

test('a server that answers everybody does not pass, although its operations fit', async () => {
  const upstream = await startUpstream((_request, response) => response.end('{"devices":[{"device_id":"7"}]}'))
  const result = await examined(at('mdm', upstream.url))
  await upstream.stop()
  expect(outcomeOf(result, 'mdm.listDevices')).toBe('fits')
  expect(report(result)).toMatch(/differs +Without a credential: Answered: the server asks for no credential/)
  expect(report(result)).toMatch(/differs +With a wrong credential: Answered: the server accepts any credential/)
  expect(exitCodeOf(result)).toBe(1)
})

test('a server that fails is not examined, for what its stated operation answered', async () => {
  const upstream = await startUpstream((_request, response) =>
    json(response, { error_code: 'COM0004', error_description: 'Out of order' }, 500),
  )
  const result = await examined(at('mdm', upstream.url))
  await upstream.stop()
  expect(report(result)).toContain('Not examined: mdm.listDevices is answered with 500 COM0004: Out of order')
  expect(exitCodeOf(result)).toBe(3)
})

test('an identity provider is examined, and a refresh token shows how tokens are spelled', async () => {
  const without = await examineIdentity({ identity: embedded.identities[0] as IdentitySettings })
  expect(report(without)).toMatch(/present +identity\.requestToken/)
  expect(exitCodeOf(without)).toBe(0)

  const world = await startWorld()
  const { refresh_token: refreshToken } = await world.lasting()
  const identity = {
    ...(embedded.identities[0] as IdentitySettings),
    authUrl: new URL(world.identity),
    clientId: client.id,
    clientSecret: client.secret,
  }
  const result = await examineIdentity({ identity, refreshToken })
  const again = await world.refresh(refreshToken)
  await world.stop()
  expect(outcomeOf(result, 'identity.requestToken')).toBe('fits')
  expect(outcomeOf(result, 'identity.getUserInfo')).toBe('fits')
  expect(report(result)).toContain(`token_type: ${tokenTypes.standard}`)
  expect(report(result)).toContain('expires_in: 3600 seconds')
  expect(report(result)).not.toContain(refreshToken)
  expect(again.status, 'the token is not revoked').toBe(200)
}, 60_000)

test('a server that does not let us in, or is not there, is reported as not examined', async () => {
  const refused = await examined({ ...connectionOf('mdm'), credential: () => Promise.resolve('wrong') })
  expect(report(refused)).toMatch(/Not examined: The server refuses the credential: 401 COM0013/)
  const away = await examined(at('mdm', new URL('http://127.0.0.1:9')))
  expect([exitCodeOf(refused), exitCodeOf(away)]).toEqual([3, 3])
})

/** Runs the command with a file of connections. */
async function runWith(connections: object, options: string[], variables: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-conformance-'))
  const file = join(folder, 'connections.json')
  await writeFile(file, JSON.stringify(connections))
  const command = ['tests/conformance/run.ts', '--file', file, ...options]
  const run = await new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, command, { env: { ...process.env, ...variables } }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
  await rm(folder, { recursive: true })
  return run
}

test('the command ends with the code of what it found, and writes JSON', async () => {
  const server = await startStated('keys', behind('keys'), { without: ['keys.countVulnerabilities'] })
  const connection = { name: 'hq-keys', service: 'keys', base_url: server.url.href, credential: { env: 'HQ_KEY' } }
  const key = (await connectionOf('keys').credential?.()) ?? ''
  const run = await runWith({ connections: [connection] }, ['--json', '--connection', 'hq-keys'], { HQ_KEY: key })
  await server.stop()
  expect(run.code).toBe(2)
  const { exitCode, connections } = JSON.parse(run.out) as Printed
  expect(exitCode).toBe(2)
  const missing = connections[0]?.operations.filter(
    ({ origin, outcome }) => origin === 'stated' && outcome === 'missing',
  )
  expect(missing?.map(({ id }) => id)).toEqual(['keys.countVulnerabilities'])
  expect(run.out).not.toContain(key)
}, 60_000)

test('a file alone stands for all of its connections, and a password for one server only', async () => {
  const away = (name: string, service: string) => ({ name, service, base_url: 'http://127.0.0.1:9' })
  const sites = ['east', 'west'].map((name) => ({
    name,
    title: name,
    connections: [away(`${name}-desktop`, 'desktop'), away(`${name}-mdm`, 'mdm')],
  }))
  const run = await runWith({ sites }, ['--json'])
  const { exitCode, connections } = JSON.parse(run.out) as Printed
  expect(connections.map(({ connection }) => connection)).toEqual([
    'east-desktop',
    'east-mdm',
    'west-desktop',
    'west-mdm',
  ])
  expect([run.code, exitCode]).toEqual([3, 3])

  const password = { TRIPTYCH_CONFORMANCE_PASSWORD: 'secret' }
  const toBoth = await runWith({ sites }, ['--user', 'ada'], password)
  expect([toBoth.code, toBoth.out]).toEqual([64, ''])
  expect(toBoth.err).toContain('--user needs --connection')
  const toOne = await runWith({ sites }, ['--user', 'ada', '--connection', 'west'], password)
  expect([toOne.code, toOne.out.match(/^\S+(?=: (desktop|mdm) at)/gm)]).toEqual([3, ['west-desktop', 'west-mdm']])
}, 60_000)

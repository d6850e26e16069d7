import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { tierIdentity } from '#server/tiers/tier-certificates.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { browser } from '../services/identity/browser.ts'
import { publicClient } from '../support/public-client.ts'
import { startServer } from '../support/server.ts'

const publicUrl = 'https://console.example.com'
const masterKey = randomBytes(32)
const password = randomBytes(12).toString('base64url')

type Server = Awaited<ReturnType<typeof startServer>>
type Tls = { cert?: string; key?: string; host?: string }

/** As a machine beside the services: what it trusts is what the master key says. */
async function ask(origin: string, path: string, { cert, key, host }: Tls = {}) {
  const { ca } = await tierIdentity(masterKey, 'test')
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = host === undefined ? {} : { host }
  request(new URL(path, origin), { ca, cert, key, headers, servername: 'localhost', agent: false })
    .once('response', resolve)
    .once('error', reject)
    .end()
  const answer = await promise
  return { status: answer.statusCode, text: (await buffer(answer)).toString() }
}

describe.skipIf(noPostgres)('console and services on different machines', () => {
  let folder: string
  let services: Server
  let stopped: Promise<void> | undefined
  let consoles: Server[]
  let shared: Record<`TRIPTYCH_${string}`, string>

  beforeAll(async () => {
    await buildIfStale()
    folder = await mkdtemp(join(tmpdir(), 'triptych-tiers-'))
    const keyFile = join(folder, 'master.key')
    await writeFile(keyFile, masterKey.toString('hex'), { mode: 0o600 })
    shared = {
      TRIPTYCH_DATABASE_URL: await (await startPostgres()).createDatabase('tiers'),
      TRIPTYCH_MASTER_KEY_FILE: keyFile,
      TRIPTYCH_PUBLIC_URL: publicUrl,
      TRIPTYCH_SERVICES_URL: 'https://localhost',
    }
    services = await startServer({
      ...shared,
      TRIPTYCH_ROLE: 'services',
      TRIPTYCH_DEMO_PASSWORD: password,
      TRIPTYCH_DRAIN_SECONDS: '3', // asked for its health meanwhile
    })
    shared.TRIPTYCH_SERVICES_URL = services.ready.desktop
    shared.TRIPTYCH_KEYS_PORT = new URL(services.ready.keys).port
    consoles = await Promise.all([1, 2].map(() => startServer({ ...shared, TRIPTYCH_ROLE: 'console' })))
  }, 180_000)
  afterAll(async () => {
    await Promise.all(consoles.map((console) => console.stop()))
    await (stopped ?? services.stop())
    await rm(folder, { recursive: true, force: true })
  })
  const somebody = (at = 0) => {
    const [, listening] = /reaches it at (\S+)\./.exec(consoles[at]?.stdout() ?? '') ?? []
    return publicClient(`http://${listening}`, publicUrl)
  }

  test('the services say that they are ready, without a console', async () => {
    const { desktop, identity } = services.ready
    expect(services.ready).not.toHaveProperty('console')
    expect(new URL(desktop).protocol).toBe('https:')
    expect(identity).toBe(`${publicUrl}/identity`)
    for (const host of [undefined, '10.1.2.3:8383', 'anything.example.net']) {
      const probe = host === undefined ? {} : { host }
      expect(await ask(desktop, '/healthz', probe)).toEqual({ status: 200, text: '{"status":"alive"}' })
      expect(await ask(desktop, '/readyz', probe)).toEqual({ status: 200, text: '{"status":"ready"}' })
    }
  })

  test('only a console that has the master key can ask them', async () => {
    const { desktop } = services.ready
    const { cert, key } = await tierIdentity(masterKey, 'test')
    const stranger = await tierIdentity(randomBytes(32), 'test')
    const paths = ['/identity/', '/', '/lab/faults', '/pki/crl/x.crl', '/api/1.4/desktop/discover', '/api/v1/devices']
    for (const path of paths) {
      expect((await ask(desktop, path)).status).toBe(403)
      expect((await ask(desktop, path, { cert: stranger.cert, key: stranger.key })).status).toBe(403)
    }
    expect((await ask(desktop, '/identity/', { cert, key })).status).toBe(200)
    expect((await ask(desktop, '/identity/', { cert, key, host: 'rebound.example.net' })).status).not.toBe(200)
    await expect(fetch(desktop.replace('https:', 'http:'))).rejects.toThrow('fetch failed')
  })

  test('who signs in at one console works at the other, in all three services', async () => {
    const [first, second] = [somebody(0), somebody(1)]
    await first.call('session.signIn', { username: 'admin', password })
    for (const [name, value] of first.cookies) second.cookies.set(name, value)
    expect(await second.call('session.current')).toMatchObject({ state: 'signed-in', user: { name: 'admin' } })
    expect(await second.call('desktop.listComputers', { page: 0, pagelimit: 1 })).toMatchObject({
      message_type: 'computers',
    })
    expect(await second.call('mdm.listDevices', { limit: '1' })).toHaveProperty('devices')
    expect(await second.call('keys.listSshKeys')).toMatchObject({ result: { status: 'Success' } })
    expect(await first.call('keys.listSshKeys')).toMatchObject({ result: { status: 'Success' } })
    const { connections } = (await first.call('console.checkConnections')) as {
      connections: { service: string; level: string }[]
    }
    expect(connections.filter(({ level }) => level === 'bad')).toEqual([])
  })

  test('a person signs in by the identity provider through the console', async () => {
    const person = somebody()
    const { address } = await person.call('session.startCloudSignIn', { returnTo: '/' })
    const visitor = browser({ identity: `${publicUrl}/identity` }, person.fetch)
    const consent = await visitor.signIn(await visitor.open(address as string), 'operator', password)
    const back = new URL((await visitor.press(consent, 'Accept')).location ?? '')
    expect((await person.send(back.pathname + back.search)).status).toBe(200)
    expect(await person.call('session.current')).toMatchObject({ state: 'signed-in', by: 'cloud' })
  })

  test('a console with another master key does not start', async () => {
    const other = join(folder, 'other.key')
    await writeFile(other, randomBytes(32).toString('hex'))
    await expect(startServer({ ...shared, TRIPTYCH_ROLE: 'console', TRIPTYCH_MASTER_KEY_FILE: other })).rejects.toThrow(
      'is not the one that the database was sealed with',
    )
  })

  test('services that are asked to end say so while they still answer', async () => {
    const { desktop } = services.ready
    stopped = services.stop()
    await expect
      .poll(() => ask(desktop, '/readyz'))
      .toEqual({
        status: 503,
        text: '{"status":"not ready","part":"stopping"}',
      })
    expect((await ask(desktop, '/healthz')).status).toBe(200)
    await stopped
  })
})

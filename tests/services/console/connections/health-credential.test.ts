import { afterEach, describe, expect, test, vi } from 'vitest'
import { keyExpiresAt } from '#contract/mdm/key-life.ts'
import { identityAt } from '../../../proxy/oauth/consoles.ts'
import { secret } from '../../../support/proxy.ts'
import { type Answer, json } from '../../../support/upstream.ts'
import { at, healthy, serverOf, startHealth, withKey } from './health-world.ts'

afterEach(() => vi.useRealTimers())

const dayMs = 86_400_000

describe('what opens a server', () => {
  const refusing =
    (message: string, status = 401): Answer =>
    (_request, response) =>
      json(response, { error_code: 'COM0013', error_description: message }, status)
  const keyed = async (answer: Answer) => startHealth({ mdm: { ...(await at(answer)), ...withKey } })

  test('a wrong key', async () => {
    const { of, level } = await (await keyed(refusing('Not authorized'))).findings('mdm')
    expect(level).toBe('bad')
    expect(of('credential')).toMatchObject({
      level: 'bad',
      title: 'The server rejects the key',
      next: 'Enter a valid key under Settings, API keys, or correct credential of "my-mdm".',
    })
  })

  test('a key of another host', async () => {
    const answer: Answer = (_, response) =>
      json(response, { result: { status: 'Failed', message: 'This AUTHTOKEN is tied to another host' } }, 401)
    const console = await startHealth({ keys: { ...(await at(answer)), ...withKey } })
    expect((await console.findings('keys')).of('credential')).toMatchObject({
      level: 'bad',
      title: 'The key was created for another host',
    })
  })

  test('a key whose refusal arrives with HTTP 200', async () => {
    const answer: Answer = (_, response) =>
      json(response, { result: { status: 'Failed', message: 'Invalid AUTHTOKEN' } })
    const console = await startHealth({ keys: { ...(await at(answer)), ...withKey } })
    expect((await console.findings('keys')).of('credential')).toMatchObject({
      level: 'bad',
      title: 'The server rejects the key',
    })
  })

  test('a key that is about to expire, then is expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const console = await keyed(healthy.mdm)
    expect((await console.findings('mdm')).of('credential')).toMatchObject({ level: 'good' })
    const end = keyExpiresAt(Date.now())
    vi.setSystemTime(end - 31 * dayMs)
    expect((await console.findings('mdm')).of('credential')).toMatchObject({ level: 'good' })
    vi.setSystemTime(end - 9.5 * dayMs)
    expect((await console.findings('mdm')).of('credential')).toMatchObject({
      level: 'warning',
      title: 'The key expires in 9 days',
    })
  })

  test('a key that has reached its six months', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const server = await serverOf(healthy.mdm)
    const console = await startHealth({ mdm: { baseUrl: server.url, ...withKey } })
    await console.findings('mdm')
    vi.setSystemTime(keyExpiresAt(Date.now()) + dayMs)
    server.answer(refusing('Invalid auth token'))
    expect((await console.findings('mdm')).of('credential')).toMatchObject({
      level: 'bad',
      title: 'The key has expired',
    })
  })

  test('a key that was tampered with in the database; the connections are listed all the same', async () => {
    const console = await keyed(healthy.mdm)
    const row = {
      site: 'main',
      connection: 'my-mdm',
      source: 'console',
      sealed: 'x',
      fingerprint: 'x',
      since: 0,
    } as const
    await console.proxy.tables.insertInto('proxy_key').values(row).execute()
    const { value } = await console.proxy.call('console.listConnections', {}, await console.signIn())
    expect(value).toMatchObject({ connections: [{ name: 'my-mdm', key: { source: 'console' } }, {}] })
    expect((await console.findings('mdm')).of('credential')).toMatchObject({
      level: 'bad',
      next: 'Ask an administrator to enter it again under Settings, API keys.',
    })
  })

  test('the sign-in of the person; nobody else’s is tried', async () => {
    const server = await serverOf(healthy.mdm)
    const console = await startHealth({
      mdm: { baseUrl: server.url, background: () => Promise.resolve('only-of-the-console') },
    })
    const stranger = await console.findings('mdm')
    expect([stranger.level, stranger.of('credential')?.title]).toEqual([
      'unknown',
      'Not checked: this connection uses your own sign-in',
    ])
    const person = await console.findings('mdm', await console.signIn())
    expect([person.level, person.of('credential')?.title]).toEqual(['good', 'The server accepts your sign-in'])
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined, secret.token, secret.token])
  })

  test('the sign-in of a person that a server refuses, because it accepts API keys only', async () => {
    const server = await serverOf(refusing('Not authorised'))
    const console = await startHealth({ mdm: { baseUrl: server.url } })
    const cookie = await console.signIn()
    expect((await console.findings('mdm', cookie)).of('credential')).toMatchObject({
      level: 'bad',
      title: 'The server rejects your sign-in',
      next: expect.stringContaining('enter one under Settings, API keys') as string,
    })
    expect((await console.findings('desktop', cookie)).level).toBe('good')
  })

  test('a missing grant for a cloud server', async () => {
    const console = await startHealth(
      { mdm: { ...(await at(healthy.mdm)), edition: 'cloud' } },
      identityAt('http://127.0.0.1:1'),
    )
    const { of } = await console.findings('mdm')
    expect(of('credential')).toMatchObject({
      level: 'bad',
      next: 'Ask an administrator to connect it under Settings, Connections.',
    })
    expect(of('scopes')).toMatchObject({
      level: 'warning',
      title: expect.stringMatching(/^\d+ scopes are not requested$/) as string,
    })
    expect((await console.findings('identity')).of('reach')?.title).toBe('Connection refused at this port')
  })

  test('a scope that the token lacks', async () => {
    const console = await startHealth(
      {
        mdm: {
          ...(await at(refusing('SCOPE_MISMATCH: the token lacks MDMInventory.READ', 403))),
          ...withKey,
          edition: 'cloud',
        },
      },
      identityAt('http://127.0.0.1:1'),
    )
    const { of } = await console.findings('mdm', await console.signIn())
    expect(of('scopes')).toMatchObject({ level: 'bad', title: 'The granted access lacks scopes' })
    expect(of('credential')).toBeUndefined()
  })
})

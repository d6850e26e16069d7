// The product behind a proxy: whose address audit, sessions and the embedded services see.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { announceProxies } from '#server/announce.ts'
import { buildIfStale } from '#server/build.ts'
import { startServer } from '../support/server.ts'
import { besieged, honestCalls } from './besieged.ts'

let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  await buildIfStale()
  server = await startServer({
    TRIPTYCH_SEED: 'empty',
    TRIPTYCH_TRUSTED_PROXIES: '127.0.0.2, 10.0.0.0/8',
  })
})
afterAll(() => server.stop())

/** A call that arrives from this address, as a proxy or a stranger there sends it. */
async function call(from: string, row: string, input: object, headers: Record<string, string> = {}) {
  const dispatcher = new Agent({ localAddress: from })
  const answer = await request(`${server.ready.console}/api/${row}`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-triptych': '1', ...headers },
    body: JSON.stringify(input),
  })
  const value = (await answer.body.json()) as Record<string, unknown>
  await dispatcher.close()
  return { status: answer.statusCode, value, cookie: [answer.headers['set-cookie']].flat()[0]?.split(';')[0] ?? '' }
}
const signIn = (from: string, headers: Record<string, string> = {}) =>
  call(from, 'session.signIn', { username: 'admin', password: server.password }, headers)

type Addresses = { sessions?: { address: string }[]; entries?: { action: string; address: string }[] }
const proxy = '127.0.0.2'
const person = '2001:db8:7::a'
const forwarded = { 'x-forwarded-for': `192.0.2.1, ${person}, 10.1.2.3` }

test('a person behind trusted proxies is seen with their own address, by the embedded services too', async () => {
  const { cookie, status } = await signIn(proxy, forwarded)
  expect(status).toBe(200)
  const headers = { ...forwarded, cookie }
  const { value } = await call(proxy, 'session.listSessions', {}, headers)
  expect((value as Addresses).sessions?.map(({ address }) => address)).toEqual([person])
  const { value: audit } = await call(proxy, 'console.listAudit', { source: 'console' }, headers)
  expect((audit as Addresses).entries?.[0]).toMatchObject({ action: 'session.signIn', address: person })

  // The console's own key is tied to loopback, and is taken although the person is elsewhere.
  const key = { keyName: 'proxied', keyType: 'ed25519' }
  const created = await call(proxy, 'keys.createSshKey', key, headers)
  expect(created.value).toMatchObject({ result: { status: 'Success' } })
  const database = new DatabaseSync(join(server.folder, 'triptych.db'), { readOnly: true })
  const entry = database.prepare('select address, username from key_audit order by id desc limit 1').get()
  database.close()
  expect(entry).toMatchObject({ address: person })
})

test('a stranger is seen with the address of the socket, whatever the headers say', async () => {
  const { cookie } = await signIn('127.0.0.3', { ...forwarded, forwarded: 'for=192.0.2.9', 'x-real-ip': '192.0.2.9' })
  const { value } = await call('127.0.0.3', 'session.listSessions', {}, { ...forwarded, cookie })
  expect((value as Addresses).sessions?.map(({ address }) => address)).toContain('127.0.0.3')
})

test.each([0, 1, 2])('hundreds of strangers on port %i of three keep nobody out', { timeout: 120_000 }, async (at) => {
  const [, honest] = honestCalls(server.ready)[at] ?? []
  if (!honest) throw new Error('There are three ports')
  const siege = await besieged({ pid: server.pid, number: 600, lastsMs: 0, honest })
  expect(siege.refused).toEqual([])
  expect(siege.held).toBeGreaterThan(50)
  await expect.poll(siege.left, { timeout: 30_000 }).toBeLessThan(20)
})

test.each([
  ['a public address without trusted proxies says what is lost', new URL('https://console.example.com'), [], 1],
  ['with them, nothing is lost', new URL('https://console.example.com'), ['10.0.0.1'], 0],
  ['nor without a proxy', undefined, [], 0],
] as const)('%s', (_, publicUrl, trustedProxies, lines) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  announceProxies({ publicUrl, trustedProxies: [...trustedProxies] })
  expect(write.mock.calls).toHaveLength(lines)
  if (lines) expect(write.mock.calls[0]?.[0]).toMatch(/^TRIPTYCH_TRUSTED_PROXIES is not set. Audit.*\n$/)
})

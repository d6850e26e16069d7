// The console as the client of an authority elsewhere: our own plays it, over real TLS.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { acmeOrderRows, addAcmeServer } from '#contract/keys/acme-orders.ts'
import { wireForm } from '#contract/wire-form.ts'
import { acmeOrderHandlers } from '#services/keys/acme-client/acme-order-handlers.ts'
import { publishFiles } from '#services/keys/acme-client/challenge-files.ts'
import { privateKeyOf } from '#services/keys/certificate-store.ts'
import { savedServers } from '#services/keys/deployment/server-store.ts'
import { refusalOf } from '../key-world.ts'
import type { RunningHost } from '../ssh/running-host.ts'
import { type AcmeWorld, startAcmeWorld } from './acme-world.ts'
import { challenges, startWebHost, webRoot } from './web-host.ts'

let world: AcmeWorld
let directory: string
let server: ReturnType<AcmeWorld['serve']>
beforeAll(async () => {
  world = await startAcmeWorld()
  const outside = await world.root({ CNAME: 'Outside Root' })
  directory = await world.enable(outside, { bindingRequired: true })
  const { details } = await world.admin.call('addAcmeBinding', { sha256: outside.sha256, name: 'console' })
  const handlers = acmeOrderHandlers({ ...world.parts, addressOfHost: () => Promise.resolve('127.0.0.1') })
  server = world.serve(acmeOrderRows, handlers) as typeof server
  await server.call('addAcmeServer', { ...account(), ...(details as JsonObject) })
})
afterAll(() => world.stop())

const account = () => ({ name: 'Outside', directory, contact: 'ops@acme.test', acceptTerms: true, ca: world.tls.cert })
async function stateOf(id: number): Promise<JsonObject> {
  const { details } = await server.call('listAcmeRequests')
  return (details as JsonObject[]).find(({ CSR_ID }) => CSR_ID === id) ?? {}
}

test('a request is ordered, its DNS record is shown, and the certificate meets its key', async () => {
  const id = await world.request({ CNAME: 'shop.acme.test', ALT_NAMES: 'shop.acme.test' })
  await server.call('orderByAcme', { CSR_ID: String(id), server: 'Outside', challenge: 'dns-01' })
  const { status, challenges } = await stateOf(id)
  expect(status).toBe('pending')
  const [record] = challenges as { name: string; place: string; value: string }[]
  expect(record).toMatchObject({ name: 'shop.acme.test', place: '_acme-challenge.shop.acme.test' })

  world.texts.set(record?.place ?? '', [record?.value ?? ''])
  await server.call('continueAcmeOrder', { CSR_ID: String(id) })
  await expect.poll(async () => (await stateOf(id)).status, { timeout: 30_000, interval: 50 }).toBe('valid')
  const done = await stateOf(id)
  const kept = await world.newest('shop.acme.test')
  expect(done.CertID).toBe(kept.id)
  expect(privateKeyOf(world.parts.vault, kept)).toBeDefined()
  const days = (Date.parse(done.RenewalStart as string) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(60)
})

test('a record that nobody published is told in the words of the authority, and a new order can follow', async () => {
  const id = await world.request({ CNAME: 'late.acme.test', ALT_NAMES: 'late.acme.test' })
  const order = { CSR_ID: String(id), server: 'Outside', challenge: 'dns-01' }
  await server.call('orderByAcme', order)
  await server.call('continueAcmeOrder', { CSR_ID: String(id) })
  await expect.poll(async () => (await stateOf(id)).status, { timeout: 30_000, interval: 50 }).toBe('invalid')
  expect((await stateOf(id)).problem).toMatch(
    /could not validate the names\. late\.acme\.test \(dns-01\): The TXT record _acme-challenge\.late\.acme\.test .* there is none/,
  )
  await server.call('orderByAcme', order)
  expect((await stateOf(id)).status).toBe('pending')
})

describe('files by a deployment server', () => {
  let host: RunningHost
  beforeAll(async () => {
    host = await startWebHost(world)
  })
  afterAll(() => host.stop())

  async function ordered(name: string, challenge = 'http-01') {
    const id = await world.request({ CNAME: name, ALT_NAMES: name })
    await server.call('orderByAcme', { CSR_ID: String(id), server: 'Outside', challenge })
    return id
  }
  const publish = (id: number, more: object = {}) =>
    server.call('publishAcmeFiles', { CSR_ID: String(id), serverName: 'Shop', webRoot, ...more })

  test('are published by SSH, seen by the authority over HTTP, and removed again', async () => {
    const id = await ordered('files.acme.test')
    await publish(id)
    await expect.poll(async () => (await stateOf(id)).status, { interval: 50 }).toBe('valid')
    expect(world.asked.some((url) => url.startsWith('files.acme.test/.well-known/acme-challenge/'))).toBe(true)
    expect(await stateOf(id)).toMatchObject({ serverName: 'Shop', webRoot })
    await expect.poll(() => readdir(host.fileOf(challenges))).toEqual([])
  })

  test('are removed, too, where the authority does not see them', async () => {
    const { read } = world.folder
    world.folder.read = () => Promise.resolve('something else')
    const id = await ordered('other.acme.test')
    await publish(id)
    await expect.poll(async () => (await stateOf(id)).status, { interval: 50 }).toBe('invalid')
    if (read) world.folder.read = read
    await expect.poll(() => readdir(host.fileOf(challenges))).toEqual([])
  })

  test('what cannot be published is told at its field, and the order goes on waiting', async () => {
    const id = await ordered('nowhere.acme.test')
    expect(await refusalOf(publish(id, { webRoot: '/nowhere' }))).toBe('webRoot: /nowhere is not a folder on web-1')
    expect(await refusalOf(publish(id, { webRoot: '../etc' }))).toMatch(/^webRoot: must be the path of a folder/)
    expect(await refusalOf(publish(id, { serverName: 'None' }))).toMatch(/^serverName: There is no saved server/)
    expect((await stateOf(id)).status).toBe('pending')
    const byDns = await ordered('dns.acme.test', 'dns-01')
    expect(await refusalOf(publish(byDns))).toBe('CSR_ID: This order is proved by DNS records, not by files')
  })

  test('a name of a file that leads elsewhere is not written', async () => {
    const challenge = { name: 'x', place: 'http://x/.well-known/acme-challenge/..', value: 'v', isDone: false }
    const [saved] = await savedServers(world.parts.db, 'Shop')
    if (!saved) throw new Error('It was saved')
    const given = { server: saved, webRoot, challenges: [challenge] }
    await expect(publishFiles(world.parts, given)).rejects.toThrow('a file that is not accepted')
  })
})

test('what the authority refuses, and what cannot be ordered, is told at its field', async () => {
  const other = { ...account(), name: 'Other' }
  expect(await refusalOf(server.call('addAcmeServer', other))).toMatch(
    /^keyId: This authority requires external account/,
  )
  expect(await refusalOf(server.call('addAcmeServer', { ...other, directory: `${world.origin}/acme/none` }))).toBe(
    'directory: There is no ACME directory at this address',
  )
  expect(await refusalOf(server.call('addAcmeServer', { ...other, ca: '' }))).toMatch(
    /^directory: 127\.0\.0\.1:\d+: its certificate is not trusted; add/,
  )
  const id = String(await world.request({ CNAME: 'x.bank.example', ALT_NAMES: 'x.bank.example' }))
  const order = { CSR_ID: id, server: 'Outside', challenge: 'http-01' }
  expect(await refusalOf(server.call('orderByAcme', order))).toMatch(
    /^server: The authority answered: x\.bank\.example/,
  )
  const wildcard = String(await world.request({ CNAME: 'w.acme.test', ALT_NAMES: '*.acme.test' }))
  expect(await refusalOf(server.call('orderByAcme', { ...order, CSR_ID: wildcard }))).toMatch(/^challenge: A wildcard/)
})

test('the key of external account binding is masked wherever the call is shown', () => {
  const shown = wireForm(addAcmeServer, { ...account(), keyId: 'kid-1', hmacKey: 'c2VjcmV0' })
  expect(shown.body).toContain('kid-1')
  expect(JSON.stringify(shown)).not.toContain('c2VjcmV0')
})

test('the key of the account is sealed, and listed nowhere', async () => {
  const { details } = await server.call('listAcmeServers')
  expect(Object.keys((details as JsonObject[])[0] ?? {}).toSorted()).toEqual([
    'CreationTime',
    'contact',
    'createdBy',
    'directory',
    'name',
  ])
  expect((await world.stored()).includes('PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49')).toBe(false)
})

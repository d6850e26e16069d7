// Certificates of an authority elsewhere that are renewed without a person: our own authority plays it.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { acmeOrderRows } from '#contract/keys/acme-orders.ts'
import { acmeOrderHandlers } from '#services/keys/acme-client/acme-order-handlers.ts'
import { acmeRenewals } from '#services/keys/acme-client/renewals.ts'
import { listAnswers } from '#services/keys/issuing/answers.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { refusalOf } from '../key-world.ts'
import type { RunningHost } from '../ssh/running-host.ts'
import { type AcmeWorld, startAcmeWorld } from './acme-world.ts'
import { challenges, startWebHost, webRoot } from './web-host.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const patience = { timeout: 30_000, interval: 50 }
let world: AcmeWorld
let host: RunningHost
let parts: KeyManagement
let server: ReturnType<AcmeWorld['serve']>
beforeAll(async () => {
  world = await startAcmeWorld()
  const directory = await world.enable(await world.root({ CNAME: 'Outside Root' }))
  parts = { ...world.parts, addressOfHost: () => Promise.resolve('127.0.0.1') }
  server = world.serve(acmeOrderRows, acmeOrderHandlers(parts)) as typeof server
  const account = { name: 'Outside', directory, contact: 'ops@acme.test', acceptTerms: true, ca: world.tls.cert }
  await server.call('addAcmeServer', account)
  host = await startWebHost(world)
})
afterAll(async () => {
  await host.stop()
  await world.stop()
})

async function stateOf(id: number): Promise<JsonObject> {
  const { details } = await server.call('listAcmeRequests')
  return (details as JsonObject[]).find(({ CSR_ID }) => CSR_ID === id) ?? {}
}
const placed = async (name: string, challenge: string) => {
  const id = await world.request({ CNAME: name, ALT_NAMES: name })
  await server.call('orderByAcme', { CSR_ID: String(id), server: 'Outside', challenge })
  return id
}
async function published(name: string) {
  const id = await placed(name, 'http-01')
  await server.call('publishAcmeFiles', { CSR_ID: String(id), serverName: 'Shop', webRoot })
  await expect.poll(async () => (await stateOf(id)).status, patience).toBe('valid')
  await expect.poll(() => readdir(host.fileOf(challenges)), patience).toEqual([])
  return id
}
const setRenewal = (id: number, renews = true) => server.call('setAcmeRenewal', { CSR_ID: String(id), renews })
/** As a process looks that runs at this moment. */
async function lookedAt(at: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  try {
    await acmeRenewals(parts).look()
  } finally {
    vi.useRealTimers()
  }
}
const timeOf = (text: unknown) => Date.parse(String(text))
const answersOf = async (id: number) => (await listAnswers(parts.db)).rows.filter(({ CSR_ID }) => CSR_ID === id)

test('a certificate whose files a server publishes is renewed within the window, for the same request and key', async () => {
  const id = await published('shop.acme.test')
  await setRenewal(id)
  await lookedAt(Date.now())
  const before = await stateOf(id)
  const { RenewalPlanned, RenewalStart, RenewalEnd, CertID } = before
  expect(before).toMatchObject({ renews: true, status: 'valid', isInUse: false })
  expect(timeOf(RenewalPlanned)).toBeGreaterThanOrEqual(timeOf(RenewalStart))
  expect(timeOf(RenewalPlanned)).toBeLessThanOrEqual(timeOf(RenewalEnd))

  await lookedAt(timeOf(RenewalPlanned) - hourMs)
  expect((await stateOf(id)).CertID).toBe(CertID)
  await lookedAt(timeOf(RenewalPlanned) + hourMs)
  const after = await stateOf(id)
  expect(after.problem ?? after.renewalProblem).toBeUndefined()
  expect(after).toMatchObject({ status: 'valid', serverName: 'Shop', webRoot, isInUse: false })
  expect(timeOf(after.RenewedAt)).toBeGreaterThan(timeOf(RenewalPlanned))
  expect(await answersOf(id)).toEqual([
    expect.objectContaining({ CertID: after.CertID, hasPrivateKey: true }),
    expect.objectContaining({ CertID, hasPrivateKey: true }),
  ])
  expect(await readdir(host.fileOf(challenges))).toEqual([])
  const orders = await parts.db.selectFrom('key_acme_order').select('replaces').orderBy('id', 'desc').limit(1).execute()
  expect(orders[0]?.replaces).toMatch(/^[\w-]+\.[\w-]+$/)

  await lookedAt(timeOf(RenewalPlanned) + 2 * hourMs)
  expect(timeOf((await stateOf(id)).RenewalPlanned)).toBeGreaterThan(timeOf(RenewalPlanned) + 50 * dayMs)
})

test('a renewal that fails says why and is tried again later, and the certificate stays', async () => {
  const id = await published('failing.acme.test')
  await setRenewal(id)
  const { CertID, RenewalEnd } = await stateOf(id)
  const { read } = world.folder
  world.folder.read = () => Promise.resolve('something else')
  await lookedAt(timeOf(RenewalEnd))
  const failed = await stateOf(id)
  expect(failed).toMatchObject({ status: 'invalid', CertID, renews: true })
  expect(failed.renewalProblem).toMatch(/could not validate the names\. failing\.acme\.test \(http-01\)/)
  expect(timeOf(failed.RenewalFailedAt)).toBeGreaterThanOrEqual(timeOf(RenewalEnd))
  if (read) world.folder.read = read

  await lookedAt(timeOf(RenewalEnd) + hourMs / 2)
  expect((await stateOf(id)).CertID).toBe(CertID)
  await lookedAt(timeOf(RenewalEnd) + 2 * hourMs)
  const renewed = await stateOf(id)
  expect(renewed.renewalProblem).toBeUndefined()
  expect(renewed.status).toBe('valid')
  expect(renewed.CertID).not.toBe(CertID)
})

test('a server that cannot be reached by SSH is named, and the order waits for nobody', async () => {
  const id = await published('unreachable.acme.test')
  await setRenewal(id)
  const { RenewalEnd } = await stateOf(id)
  await parts.db.updateTable('key_acme_request').set({ web_root: '/nowhere' }).where('request_id', '=', id).execute()
  await lookedAt(timeOf(RenewalEnd))
  expect(await stateOf(id)).toMatchObject({
    status: 'invalid',
    renewalProblem: 'Files not published on “Shop”: /nowhere is not a folder on web-1',
  })
})

test('a certificate that a DNS record proves is ordered anew at its time, and waits for the record', async () => {
  const id = await placed('dns.acme.test', 'dns-01')
  const prove = async () => {
    const [record] = (await stateOf(id)).challenges as { place: string; value: string }[]
    world.texts.set(record?.place ?? '', [record?.value ?? ''])
    await server.call('continueAcmeOrder', { CSR_ID: String(id) })
    await expect.poll(async () => (await stateOf(id)).status, patience).toBe('valid')
    return record?.value
  }
  const first = await prove()
  await setRenewal(id)
  const { RenewalEnd, CertID } = await stateOf(id)
  await lookedAt(timeOf(RenewalEnd))
  expect(await stateOf(id)).toMatchObject({ status: 'pending', CertID, renews: true })
  expect(await prove()).not.toBe(first)
  expect((await stateOf(id)).CertID).not.toBe(CertID)
})

test('what is turned off is not renewed, and a request without a certificate cannot be', async () => {
  const id = await published('off.acme.test')
  await setRenewal(id)
  const { RenewalEnd, CertID } = await stateOf(id)
  await setRenewal(id, false)
  await lookedAt(timeOf(RenewalEnd))
  const state = await stateOf(id)
  expect(state).toMatchObject({ CertID, renews: false })
  expect(state.RenewalPlanned).toBeUndefined()
  const waiting = await placed('waiting.acme.test', 'http-01')
  expect(await refusalOf(setRenewal(waiting))).toMatch(/^CSR_ID: The first certificate of this request is not here yet/)
  expect(await refusalOf(setRenewal(999_999))).toBe('CSR_ID: This request was not ordered by ACME')
})

// Whether another authority has revoked its certificate: one service asks the status pages of another.
import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { foreignStatusRows } from '#contract/keys/foreign-status.ts'
import type { Der } from '#crypto/der.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { signRequest } from '#crypto/x509/sign-request.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { addressRules } from '#services/network/address-rules.ts'
import { resolveHost, systemResolver } from '#services/network/resolve.ts'
import { type Certificate, derOf, storeCertificate } from '#services/keys/certificate-store.ts'
import { foreignStatusHandlers } from '#services/keys/foreign-status/foreign-status-handlers.ts'
import { labAuthority } from './discovery/lab-hosts.ts'
import { type IssuingWorld, startIssuingWorld } from './issuing-world.ts'
import { caller, type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'

let elsewhere: IssuingWorld
let here: KeyWorld
let root: Certificate
let networks: string[]
beforeAll(async () => {
  ;[elsewhere, here] = await Promise.all([startIssuingWorld(), startKeyWorld()])
  here.parts.addressOfHost = (name) => resolveHost(name, addressRules(networks), systemResolver)
  root = await elsewhere.root({ CNAME: 'Foreign Root' })
  await keep(root)
})
afterAll(() => Promise.all([elsewhere.stop(), here.stop()]))
beforeEach(() => {
  networks = ['127.0.0.0/8']
})

type Status = {
  State?: string
  Addresses: { Method: string; Url: string }[]
  Answers?: { Method: string; Outcome: string; Message?: string }[]
  AskedBy?: string
  RevokedAt?: string
  revoke_reason?: number
}
const call = async (name: 'getForeignStatus' | 'checkForeignStatus', id: number) =>
  (await here.serve(foreignStatusRows, foreignStatusHandlers(here.parts)).call(name, { CertID: String(id) }))
    .details as unknown as Status

const keep = (certificate: Certificate) => keepDer(derOf(certificate))
const keepDer = (der: Der) => {
  const wish = { der, summary: summarizeCertificate(der), source: 'imported' } as const
  const keeper = { vault: here.parts.vault, by: caller }
  return here.parts.db.transaction().execute((transaction) => storeCertificate(transaction, keeper, wish))
}

let count = 0
/** A certificate of the other service, in the inventory of this one. */
async function foreign() {
  const name = `foreign-${++count}.example`
  const certificate = await elsewhere.signBy(root, await elsewhere.request({ CNAME: name }))
  return { certificate, id: (await keep(certificate)).id }
}

/** A certificate whose addresses lead to this. */
async function answering(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = await labAuthority()
  const { privateKey } = await generatePair({ algorithm: 'EC', bits: 256 })
  const subject = { commonName: `odd-${++count}.example` }
  const { certificate } = signRequest({
    request: createRequest({ subject, alternativeNames: [], privateKey }),
    issuer,
    template: 'WebServer',
    validity: validityOf(9, 'days'),
    addresses: { crlUrl: `${base}/crl`, ocspUrl: `${base}/ocsp` },
  })
  await keepDer(issuer.certificate)
  return (await keepDer(certificate)).id
}

test('nobody is asked until somebody wants it; then the responder tells, and who asked is kept', async () => {
  const { id } = await foreign()
  const before = await call('getForeignStatus', id)
  expect(before.Addresses.map(({ Method }) => Method)).toEqual(['OCSP', 'CRL'])
  expect(before).not.toHaveProperty('State')
  expect(await call('checkForeignStatus', id)).toMatchObject({
    State: 'good',
    Answers: [{ Method: 'OCSP', Outcome: 'good' }],
    AskedBy: 'admin',
  })
  expect((await call('getForeignStatus', id)).State).toBe('good')
  const told = (await here.audit()).at(-1)?.description
  expect(told).toMatch(
    /^Certificate “foreign-1\.example” .*: revocation status requested from http:\/\/127\.0\.0\.1:\d+\//,
  )
})

test('a revocation and a hold of the other authority are told with their reason', async () => {
  const { certificate, id } = await foreign()
  await elsewhere.revoke(certificate, 6)
  expect((await call('checkForeignStatus', id)).State).toBe('held')
  await elsewhere.revoke(certificate, 1)
  expect(await call('checkForeignStatus', id)).toMatchObject({
    State: 'revoked',
    revoke_reason: 1,
    RevokedAt: expect.any(String) as string,
  })
})

test('without a responder that answers, the list tells', async () => {
  const { certificate, id } = await foreign()
  await elsewhere.revoke(certificate, 4)
  const { parts } = here
  const ofList = (await call('getForeignStatus', id)).Addresses.find(({ Method }) => Method === 'CRL')
  const list = Buffer.from(await (await fetch(ofList?.Url ?? '')).arrayBuffer())
  const pair = { certificate: derOf(certificate), issuer: derOf(root) }
  expect(await parts.work.run('stateInRevocationList', [list, pair], {})).toMatchObject({ state: { reason: 4 } })
})

test('an address that this service may not connect to is not asked', async () => {
  networks = []
  const { id } = await foreign()
  const { State, Answers = [] } = await call('checkForeignStatus', id)
  expect(State).toBe('unknown')
  expect(Answers.map(({ Outcome }) => Outcome)).toEqual(['failed', 'failed'])
  for (const { Message } of Answers) expect(Message).toMatch(/127\.0\.0\.1 is a loopback address/)
})

test('an issuer that is not stored is asked for, and a certificate of our own is told by our records', async () => {
  const other = await elsewhere.root({ CNAME: 'Unknown Root' })
  const certificate = await elsewhere.signBy(other, await elsewhere.request({ CNAME: 'alone.example' }))
  const { id } = await keep(certificate)
  expect(await refusalOf(call('checkForeignStatus', id))).toMatch(/The certificate of its issuer is not stored/)
  const world = elsewhere.serve(foreignStatusRows, foreignStatusHandlers(elsewhere.parts))
  const own = String(certificate.id)
  expect(await refusalOf(world.call('getForeignStatus', { CertID: own }))).toMatch(
    /It was issued by an internal authority/,
  )
})

test.each([
  ['an answer that is too long', (_, response) => response.end(Buffer.alloc(20 * 1024 * 1024)), /more than \d+ bytes/],
  ['a redirect', (_, response) => response.writeHead(302, { location: elsewhere.base() }).end(), /status 302/],
  ['no answer of the authority', (_, response) => response.end('<html>'), /OCSP response|revocation list/],
] as [string, RequestListener, RegExp][])('%s proves nothing, and is told', async (_, listener, words) => {
  const { State, Answers = [] } = await call('checkForeignStatus', await answering(listener))
  expect(State).toBe('unknown')
  for (const { Message } of Answers) expect(Message).toMatch(words)
  expect(Answers).toHaveLength(2)
})

test('without a way out, nothing is asked', async () => {
  const { id } = await foreign()
  const { addressOfHost: _, ...rest } = here.parts
  const served = here.serve(foreignStatusRows, foreignStatusHandlers(rest))
  const { details } = await served.call('checkForeignStatus', { CertID: String(id) })
  expect((details as unknown as Status).Answers?.[0]?.Message).toBe('This service does not connect to other hosts')
})

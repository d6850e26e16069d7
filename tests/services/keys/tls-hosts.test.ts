// What is told of TLS hosts: against the lab, real servers of node and openssl, and a real database.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TlsOptions } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type HostProblem, problemsOf, type TlsHost } from '#contract/keys/rules/hosts/host-health.ts'
import { certificateRows } from '#contract/keys/certificates.ts'
import { discoveryRows } from '#contract/keys/discovery.ts'
import { tlsHostRows } from '#contract/keys/tls-hosts.ts'
import { writePem } from '#crypto/pem.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { signRequest } from '#crypto/x509/sign-request.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { certificateHandlers } from '#services/keys/certificates/certificate-handlers.ts'
import { discoveryHandlers } from '#services/keys/discovery/discovery-handlers.ts'
import { tlsHostHandlers } from '#services/keys/hosts/tls-host-handlers.ts'
import { recordIssued } from '#services/keys/issuing/ledger.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { storeCertificate } from '#services/keys/certificate-store.ts'
import { labAuthority } from './discovery/lab-hosts.ts'
import { type KeyWorld, startKeyWorld } from './key-world.ts'

let world: KeyWorld
let root: Issuer
let middle: Issuer
const background: Promise<void>[] = []
beforeAll(async () => {
  world = await startKeyWorld()
  world.parts.inBackground = (work) => void background.push(work)
  root = await labAuthority()
  middle = await authorityBelow(root, 'Middle CA')
})
afterAll(() => world.stop())

const year = validityOf(180, 'days')
const hosts = () => world.serve(tlsHostRows, tlsHostHandlers(world.parts)).call

const lastYear = new Date(Date.now() - 300 * 86_400_000)

async function ownRoot(): Promise<Issuer> {
  const { privateKey } = await generatePair({ algorithm: 'EC', bits: 256 })
  const subject = { commonName: 'Own root' }
  const validity = validityOf(3000, 'days', lastYear)
  const certificate = createSelfSigned({ subject, alternativeNames: [], privateKey, validity, authority: {} })
  return { certificate, privateKey }
}

async function authorityBelow(issuer: Issuer, commonName: string, validity = year): Promise<Issuer> {
  const { privateKey } = await generatePair({ algorithm: 'EC', bits: 256 })
  const request = createRequest({ subject: { commonName }, alternativeNames: [], privateKey })
  const { certificate } = signRequest({ request, issuer, template: 'SubCA', validity, pathLength: 0 })
  return { certificate, privateKey }
}

type Order = { name?: string; names?: string; algorithm?: 'EC' | 'RSA'; validity?: typeof year }

async function leaf(
  issuer: Issuer,
  { name = 'localhost', names = name, algorithm = 'EC', validity = year }: Order = {},
) {
  const { privateKey } = await generatePair(algorithm === 'EC' ? { algorithm, bits: 256 } : { algorithm, bits: 2048 })
  const alternativeNames = readAlternativeNames(names)
  const request = createRequest({ subject: { commonName: name }, alternativeNames, privateKey })
  const { certificate } = signRequest({ request, issuer, template: 'WebServer', validity })
  return { certificate, privateKey }
}

type Pair = Awaited<ReturnType<typeof leaf>>
const context = ({ certificate, privateKey }: Pair, ...above: Issuer[]) => ({
  cert: [certificate, ...above.map((one) => one.certificate)].map((der) => writePem('CERTIFICATE', der)).join(''),
  key: writePem('PRIVATE KEY', privateKey),
})

async function serve(options: TlsOptions): Promise<number> {
  const server = createServer(options)
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** As somebody does: a discovery, and the check that follows it. */
async function look(port: number, host = 'localhost'): Promise<TlsHost> {
  const call = world.serve(discoveryRows, discoveryHandlers(world.parts)).call
  await call('discoverHost', { HOST: host, TIMEOUT: '5', PORT: String(port) })
  await Promise.all(background.splice(0))
  return seen(port, host)
}
const seen = async (port: number, host = 'localhost') =>
  (await hosts()('getTlsHost', { Host: host, Port: port })).details as unknown as TlsHost
const problems = (host: TlsHost): HostProblem[] => problemsOf(host, Date.now())

const imported = (issuer: Issuer) => {
  const summary = summarizeCertificate(issuer.certificate)
  const keeper = { vault: world.parts.vault, by: { username: 'admin' } }
  return world.parts.db
    .transaction()
    .execute((transaction) =>
      storeCertificate(transaction, keeper, { der: issuer.certificate, summary, source: 'imported' }),
    )
}

test('a chain is judged by what the server sends and by whom somebody here has imported', async () => {
  const pair = await leaf(middle)
  const stranger = await look(await serve(context(pair, middle)))
  expect(stranger.Certificates).toMatchObject([{ Chain: 'unknown', Trust: 'unknown', Missing: ['Lab authority'] }])
  expect(problems(stranger)).toEqual(['issuer'])

  const whole = await look(await serve(context(pair, middle, root)))
  expect(whole.Certificates).toMatchObject([{ Chain: 'complete', Trust: 'unknown', Root: 'Lab authority' }])
  expect(problems(whole)).toEqual(['issuer'])

  const cut = await look(await serve(context(pair)))
  expect(cut.Certificates).toMatchObject([{ Chain: 'incomplete', Trust: 'unknown', Missing: ['Middle CA'] }])
  expect(problems(cut)).toEqual(['chain', 'issuer'])

  const self = await look(await serve(context(selfSigned(pair))))
  expect(problems(self)).toEqual(['self-signed'])
})

const selfSigned = ({ privateKey }: Pair): Pair => ({
  privateKey,
  certificate: createSelfSigned({
    subject: { commonName: 'localhost' },
    alternativeNames: readAlternativeNames('localhost'),
    privateKey,
    validity: year,
  }),
})

test('a host without fault is well, and each answer has its time', async () => {
  root = await ownRoot()
  await imported(root)
  middle = await authorityBelow(root, 'Middle CA two', validityOf(500, 'days', lastYear))
  const before = Date.now() - 1000
  const host = await look(await serve(context(await leaf(middle), middle)))
  expect(problems(host)).toEqual([])
  expect(host.Certificates).toMatchObject([
    { Chain: 'complete', Trust: 'inventory', Root: 'Own root', NameMatch: 'yes', Revoked: 'unknown' },
  ])
  expect(host.Protocols).toEqual([
    { Name: 'SSLv3', Offered: 'no' },
    { Name: 'TLS 1.0', Offered: 'no' },
    { Name: 'TLS 1.1', Offered: 'no' },
    { Name: 'TLS 1.2', Offered: 'yes' },
    { Name: 'TLS 1.3', Offered: 'yes' },
  ])
  for (const at of [host.CheckedAt, host.VulnerabilitiesAt, host.Certificates?.[0]?.SeenAt]) {
    expect(Date.parse(at ?? '')).toBeGreaterThan(before)
  }
  expect(host.KeyKinds).toEqual([
    { Name: 'ECDSA', Result: 'certificate' },
    { Name: 'RSA', Result: 'none' },
  ])
})

test('another name, an end in the past and a missing intermediate are told apart', async () => {
  const wrong = await look(await serve(context(await leaf(middle, { name: 'other.example' }), middle)))
  expect(problems(wrong)).toEqual(['name'])
  const past = validityOf(1, 'days', new Date(Date.now() - 5 * 86_400_000))
  const ended = await look(await serve(context(await leaf(middle, { validity: past }), middle)))
  expect(problems(ended)).toEqual(['expired'])
  const cut = await look(await serve(context(await leaf(middle))))
  expect(cut.Certificates).toMatchObject([{ Chain: 'incomplete', Trust: 'inventory', Missing: ['Middle CA two'] }])
  expect(problems(cut)).toEqual(['chain'])
})

test('a host that is asked by its address is not said to have the right name', async () => {
  const host = await look(await serve(context(await leaf(middle), middle)), '127.0.0.1')
  expect(host.Certificates).toMatchObject([{ NameMatch: 'untested' }])
  expect(problems(host)).toEqual(['untested'])
})

test('a server of TLS 1.0 alone is never well', async () => {
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'AES128-SHA:@SECLEVEL=0' } as const
  const pair = await leaf(middle, { algorithm: 'RSA' })
  const host = await look(await serve({ ...context(pair, middle), ...old }))
  expect(host.Protocols).toContainEqual({ Name: 'TLS 1.0', Offered: 'yes' })
  expect(host.Protocols).toContainEqual({ Name: 'TLS 1.2', Offered: 'no' })
  expect(problems(host)).toEqual(['old-only'])
})

test.each(['TLSv1.2', 'TLSv1.3'] as const)('both certificates of a server are seen with %s', async (version) => {
  const name = `two-${version.at(-1)}.localhost`
  const pairs = [
    await leaf(middle, { name, names: `${name},localhost` }),
    await leaf(middle, { name, names: `${name},localhost`, algorithm: 'RSA' }),
  ]
  const contexts = pairs.map((pair) => context(pair, middle))
  const options = { cert: contexts.map(({ cert }) => cert), key: contexts.map(({ key }) => key) }
  const port = await serve({ ...options, minVersion: version, maxVersion: version })
  const host = await look(port)
  expect(host.Certificates?.map(({ ShownTo, Key }) => [ShownTo, Key])).toEqual([
    [['ECDSA'], 'EC prime256v1'],
    [['RSA'], 'RSA 2048'],
  ])
  expect(problems(host)).toEqual([])
  const listed = await world.serve(certificateRows, certificateHandlers(world.parts)).call('listCertificates')
  const here = (listed.details as { Port: number; 'Common Name': string }[]).filter(({ Port }) => Port === port)
  expect(here.map((row) => row['Common Name'])).toEqual([name, name])
})

test('revoked, renewed and different on another host are told of certificates that are in use', async () => {
  const name = 'site.localhost'
  const order = { name, names: `${name},localhost` }
  const first = await leaf(middle, { ...order, validity: validityOf(90, 'days', new Date(Date.now() - 86_400_000)) })
  const summary = summarizeCertificate(first.certificate)
  await recordIssued(world.parts.db, 'AA', summary)
  const port = await serve(context(first, middle))
  expect(problems(await look(port))).toEqual([])

  const second = await leaf(middle, order)
  await imported(second)
  const renewed = await seen(port)
  expect(renewed.Certificates?.[0]).toMatchObject({ Origin: 'issued', Revoked: 'no', Newer: { CommonName: name } })
  expect(problems(renewed)).toEqual(['renewed'])

  const other = await look(await serve(context(second, middle)))
  expect(other.Elsewhere).toMatchObject([{ Host: 'localhost', Port: port }])
  expect(problems(other)).toEqual(['differs'])
  await world.parts.db
    .updateTable('key_issued')
    .set({ revoked_at: Date.now(), reason: 1 })
    .where('sha256', '=', summary.fingerprints.sha256)
    .execute()
  expect(problems(await seen(port))).toEqual(['revoked', 'renewed', 'differs'])

  const id = renewed.Certificates?.[0]?.Newer?.CertID
  const use = await hosts()('getCertificateUse', { CertID: String(id) })
  expect(use.details).toMatchObject({
    Origin: 'imported',
    Served: [{ Host: 'localhost', State: 'warn', Problems: ['differs'] }],
    Older: [{ Hosts: [`localhost:${port}`] }],
    Newer: [],
  })
})

test('a host that does not answer any more keeps what was seen, and says that it was asked in vain', async () => {
  const server = createServer(context(await leaf(middle), middle))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const before = await look(port)
  server.close()
  await once(server, 'close')
  const after = await look(port)
  expect(after).toMatchObject({ Failure: 'Nothing listens on this port', CheckedAt: before.CheckedAt })
  expect(after.Certificates).toHaveLength(1)
  expect(problems(after)).toEqual(['failed'])
})

test('the worst hosts come first, and a search finds them by what is wrong', async () => {
  const all = await hosts()('listTlsHosts', { limit: 500 })
  const states = (all.details as { State: string }[]).map(({ State }) => State)
  const order = ['bad', 'warn', 'untested', 'ok']
  expect(states).toEqual(states.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)))
  expect(new Set(states)).toEqual(new Set(order))
  const found = await hosts()('listTlsHosts', { search: 'wrong NAME' })
  expect(found).toMatchObject({ totalRows: 1, details: [{ Problems: ['name'], CommonName: 'other.example' }] })
  const page = await hosts()('listTlsHosts', { state: 'bad', offset: 1, limit: 1 })
  expect((page.details as unknown[]).length).toBe(1)
  expect(Number(page.totalRows)).toBe(states.filter((state) => state === 'bad').length)
})

test('a host that nobody has seen has nothing that is well', async () => {
  const host = (await hosts()('getTlsHost', { Host: 'nobody.example', Port: 443 })).details as unknown as TlsHost
  expect(problems(host)).toEqual(['untested'])
})

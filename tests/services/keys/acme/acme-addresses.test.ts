// Certificates for IP addresses over ACME (RFC 8738): our client orders from our authority over TLS.
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acmeOrderRows } from '#contract/keys/acme-orders.ts'
import type { JsonObject } from '#contract/json.ts'
import { acmeOrderHandlers } from '#services/keys/acme-client/acme-order-handlers.ts'
import type { AcmeSession } from '#services/keys/acme-client/acme-session.ts'
import { challengeNetwork } from '#services/keys/acme/validation/network.ts'
import { reverseName } from '#services/keys/acme/validation/tls-alpn-01.ts'
import type { Certificate } from '#services/keys/certificate-store.ts'
import { ask, isInstalled } from '../../../crypto/x509/tools.ts'
import { refusalOf } from '../key-world.ts'
import {
  type AcmeWorld,
  challengeOf,
  newOrder,
  type Order,
  readAuthorization,
  readOrder,
  requestFor,
  startAcmeWorld,
} from './acme-world.ts'

const patience = { timeout: 30_000, interval: 50 }
let world: AcmeWorld
let root: Certificate
let directory: string
let session: AcmeSession
const askedFor: string[] = []
const tlsHost = createServer({
  ALPNProtocols: ['acme-tls/1'],
  SNICallback: (name, done) => {
    askedFor.push(name)
    done(null)
  },
})
beforeAll(async () => {
  tlsHost.listen(0, '127.0.0.1')
  await once(tlsHost, 'listening')
  world = await startAcmeWorld({ tlsPort: (tlsHost.address() as AddressInfo).port })
  root = await world.root({ CNAME: 'Address Root' })
  directory = await world.enable(root, { domains: ['acme.test', '10.0.0.0/8', '2001:db8::/32', '127.0.0.1'] })
  session = await world.account(directory)
})
afterAll(async () => {
  tlsHost.close()
  await world.stop()
})

const addresses = (...values: string[]) => ({ identifiers: values.map((value) => ({ type: 'ip', value })) })
const order = (...values: string[]) => newOrder(session, [], addresses(...values))
const refusedAs = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: { type: string; message: string }) => `${error.type}: ${error.message}`,
  )
const settled = (url: string) => expect.poll(async () => (await readOrder(session, url)).status, patience)

test('are ordered with names, proved over HTTP at the address itself, and stand in the certificate', async () => {
  const identifiers = [...addresses('10.1.2.3', '2001:db8::1').identifiers, { type: 'dns', value: 'host.acme.test' }]
  const { url, order: placed } = await newOrder(session, [], { identifiers })
  for (const authorization of placed.authorizations) {
    const { identifier, challenges } = await readAuthorization(session, authorization)
    const offered = challenges.map(({ type }) => type)
    if (identifier.value === 'host.acme.test') expect(offered).toContain('dns-01')
    else
      expect({ identifier, offered }).toMatchObject({ identifier: { type: 'ip' }, offered: ['http-01', 'tls-alpn-01'] })
    const { url: challenge, token, expected } = await challengeOf(session, authorization, 'http-01')
    world.web.set(`/.well-known/acme-challenge/${token}`, expected)
    await session.post(challenge, {})
  }
  await settled(url).toBe('ready')
  const hosts = world.asked.map((path) => path.slice(0, path.indexOf('/')))
  expect(hosts).toEqual(expect.arrayContaining(['10.1.2.3', '[2001:db8::1]', 'host.acme.test']))

  const finalize = async (...names: string[]) =>
    session.json(await session.post(placed.finalize, { csr: await requestFor(names) })) as Order
  expect(await refusedAs(finalize('10.1.2.3', '10.1.2.4', '2001:db8::1', 'host.acme.test'))).toBe(
    'badCSR: The request has a name that the order does not have: 10.1.2.4',
  )
  expect(await refusedAs(finalize('10.1.2.3', 'host.acme.test'))).toBe(
    'badCSR: The request lacks a name of the order: 2001:db8::1',
  )
  const { certificate } = await finalize('10.1.2.3', '2001:db8::1', 'host.acme.test')
  const issued = new X509Certificate((await session.post(certificate ?? '', undefined)).text)
  expect(issued.checkIP('10.1.2.3')).toBe('10.1.2.3')
  expect(issued.checkIP('2001:db8::1')).toBeDefined()
  expect(issued.checkIP('10.1.2.4')).toBeUndefined()
  expect(issued.checkHost('host.acme.test')).toBe('host.acme.test')
})

test('outside the networks, or not spelled as they are issued, are rejected', async () => {
  expect(await refusedAs(order('192.168.1.1'))).toMatch(
    /^rejectedIdentifier: 192\.168\.1\.1: This authority issues for/,
  )
  expect(await refusedAs(order('2001:db9::1'))).toMatch(/^rejectedIdentifier/)
  expect(await refusedAs(order('127.0.0.2'))).toMatch(/^rejectedIdentifier/)
  for (const wrong of [
    '010.1.2.3',
    '10.1.2',
    '2001:DB8::1',
    '2001:db8:0::1',
    '::ffff:10.0.0.1',
    '10.1.2.3/32',
    '[2001:db8::1]',
  ])
    expect(await refusedAs(order(wrong))).toMatch(/^malformed: .*not an IP address in its canonical form/)
  expect(await refusedAs(newOrder(session, [], { identifiers: [{ type: 'email', value: 'a@acme.test' }] }))).toMatch(
    /^unsupportedIdentifier/,
  )
})

test('are checked only where discovery may connect to', async () => {
  const network = challengeNetwork({ networks: [] })
  await expect(network.addressOf('10.1.2.3')).rejects.toThrow(
    '10.1.2.3 is a private address, which may not be connected',
  )
  await expect(network.addressOf('169.254.169.254')).rejects.toThrow('a metadata service, which is never connected to')
  expect(await challengeNetwork({ networks: ['10.0.0.0/8'] }).addressOf('10.1.2.3')).toBe('10.1.2.3')
})

test('need a profile that allows them, and networks that are some', async () => {
  const own = { sha256: root.sha256, enabled: true, days: 90, bindingRequired: false }
  const set = (profile: string, ...domains: string[]) =>
    refusalOf(world.admin.call('setAcme', { ...own, profile, domains }))
  expect(await set('S/MIME', '10.0.0.0/8')).toBe('profile: “S/MIME” does not allow IP addresses')
  expect(await set('Server', '10.0.0.0/33')).toMatch(
    /^domains: "10\.0\.0\.0\/33" is neither a domain nor an IP network/,
  )
})

describe('over TLS', () => {
  test('are asked for by their name in the reverse DNS', () => {
    expect(reverseName('10.1.2.3')).toBe('3.2.1.10.in-addr.arpa')
    expect(reverseName('2001:db8::1')).toBe('1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa')
    expect(reverseName('::1')).toMatch(/^1(\.0){31}\.ip6\.arpa$/)
  })

  test.skipIf(!isInstalled('openssl'))('are proved by a certificate with the address and no other name', async () => {
    for (const [names, status] of [
      ['IP:10.9.9.9', 'ready'],
      ['IP:10.9.9.8', 'invalid'],
      ['DNS:9.9.9.10.in-addr.arpa', 'invalid'],
    ] as const) {
      const { url, order: placed } = await order('10.9.9.9')
      const challenge = await challengeOf(session, placed.authorizations[0], 'tls-alpn-01')
      const digest = createHash('sha256').update(challenge.expected).digest('hex')
      const how = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=x -keyout key.pem -out a.pem'
      const extensions = [`subjectAltName=${names}`, `1.3.6.1.5.5.7.1.31=critical,DER:0420${digest}`]
      const made = ask('openssl', [...how.split(' '), ...extensions.flatMap((one) => ['-addext', one])])
      const [key, cert] = ['key.pem', 'a.pem'].map((name) => Buffer.from(made.file(name)))
      tlsHost.setSecureContext({ key, cert })
      await session.post(challenge.url, {})
      await settled(url).toBe(status)
    }
    expect(askedFor).toContain('9.9.9.10.in-addr.arpa')
  })
})

test('are ordered elsewhere by the console, too, and never proved in the DNS', async () => {
  const parts = { ...world.parts, addressOfHost: () => Promise.resolve('127.0.0.1') }
  const server = world.serve(acmeOrderRows, acmeOrderHandlers(parts))
  const account = { name: 'Outside', directory, contact: 'ops@acme.test', acceptTerms: true, ca: world.tls.cert }
  await server.call('addAcmeServer', account)
  const id = String(await world.request({ CNAME: 'router', ALT_NAMES: '10.1.1.1' }))
  const wish = { CSR_ID: id, server: 'Outside' }
  expect(await refusalOf(server.call('orderByAcme', { ...wish, challenge: 'dns-01' }))).toBe(
    'challenge: An IP address is proved by a file; choose http-01',
  )
  const other = String(await world.request({ CNAME: '10.1.1.1', ALT_NAMES: '10.1.1.1' }))
  await server.call('orderByAcme', { ...wish, CSR_ID: other, challenge: 'http-01' })
  const { details } = await server.call('listAcmeRequests')
  const [{ challenges = [] } = {}] = details as JsonObject[]
  const [file] = challenges as { place: string; value: string }[]
  expect(file?.place).toMatch(/^http:\/\/10\.1\.1\.1\/\.well-known/)
  world.web.set(new URL(file?.place ?? '').pathname, file?.value ?? '')
  await server.call('continueAcmeOrder', { CSR_ID: other })
  const state = async () => ((await server.call('listAcmeRequests')).details as JsonObject[])[0]?.status
  await expect.poll(state, patience).toBe('valid')
})

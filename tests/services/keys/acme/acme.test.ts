// RFC 8555 as clients meet it: our client orders from our authority over TLS, and openssl judges what comes of it.
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { AcmeSession } from '#services/keys/acme-client/acme-session.ts'
import { textRecordName, textRecordValue } from '#services/keys/acme/validation/check-challenge.ts'
import type { Certificate } from '#services/keys/certificate-store.ts'
import { ask, isInstalled } from '../../../crypto/x509/tools.ts'
import { refusalOf } from '../key-world.ts'
import {
  type AcmeWorld,
  challengeOf,
  newOrder,
  readAuthorization,
  readOrder,
  requestFor,
  startAcmeWorld,
} from './acme-world.ts'

let world: AcmeWorld
let root: Certificate
let directory: string
let session: AcmeSession
const tlsHost = createServer({ ALPNProtocols: ['acme-tls/1'] })
beforeAll(async () => {
  tlsHost.listen(0, '127.0.0.1')
  await once(tlsHost, 'listening')
  world = await startAcmeWorld({ tlsPort: (tlsHost.address() as AddressInfo).port })
  root = await world.root({ CNAME: 'ACME Root' })
  directory = await world.enable(root)
  session = await world.account(directory)
})
afterAll(async () => {
  tlsHost.close()
  await world.stop()
})

const refused = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('It was not refused')
    },
    (error: { type?: string; message: string }) => ({ type: error.type, message: error.message }),
  )

/** The order once it is no longer in this state. */
const settled = (url: string, by = session) =>
  expect.poll(async () => (await readOrder(by, url)).status, { timeout: 30_000, interval: 50 })

async function prove(name: string, by = session) {
  const { url, order } = await newOrder(by, [name])
  const { url: challenge, token, expected } = await challengeOf(by, order.authorizations[0], 'http-01')
  world.web.set(`/.well-known/acme-challenge/${token}`, expected)
  await by.post(challenge, {})
  await settled(url, by).toBe('ready')
  return { url, order }
}

async function obtain(name: string, by = session) {
  const { url, order } = await prove(name, by)
  const finished = by.json(await by.post(order.finalize, { csr: await requestFor([name]) })) as typeof order
  const { text } = await by.post(finished.certificate ?? '', undefined)
  return { url, pem: text, certificate: new X509Certificate(text) }
}

describe('a certificate', () => {
  test('is issued for a name whose host showed the token, and stands in the inventory', async () => {
    const { certificate, pem } = await obtain('www.acme.test')
    expect(certificate.subjectAltName).toBe('DNS:www.acme.test')
    expect(pem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
    expect(certificate.verify(new X509Certificate(pem.slice(pem.lastIndexOf('-----BEGIN'))).publicKey)).toBe(true)
    const days = (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / 86_400_000
    expect(Math.round(days)).toBe(90)
    const kept = await world.newest('www.acme.test')
    expect(kept).toMatchObject({ serial_number: certificate.serialNumber, template: 'Server' })
    expect((await world.audit()).map(({ username, description }) => `${username}: ${description}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/ACME account \d+: www\.acme\.test validated by http-01/),
        expect.stringMatching(
          /ACME account \d+: Certificate “www\.acme\.test” .* issued by “ACME Root” for ACME order/,
        ),
      ]),
    )
  })

  test('has a wildcard that was proved in the DNS', async () => {
    const { url, order } = await newOrder(session, ['*.acme.test'])
    const authorization = await readAuthorization(session, order.authorizations[0])
    expect(authorization).toMatchObject({ wildcard: true, identifier: { value: 'acme.test' } })
    expect(authorization.challenges.map(({ type }) => type)).toEqual(['dns-01'])
    const challenge = await challengeOf(session, order.authorizations[0], 'dns-01')
    world.texts.set(textRecordName('acme.test'), ['something else', textRecordValue(challenge.expected)])
    await session.post(challenge.url, {})
    await settled(url).toBe('ready')
    const answer = await session.post(order.finalize, { csr: await requestFor(['*.acme.test']) })
    expect(session.json(answer)).toMatchObject({ status: 'valid' })
  })

  test('is not issued for other names than those of the order, nor with a subject that nobody checked', async () => {
    const { order } = await prove('one.acme.test')
    const finalize = async (names: string[], subject = {}) =>
      refused(session.post(order.finalize, { csr: await requestFor(names, subject) }))
    expect(await finalize(['one.acme.test', 'two.acme.test'])).toEqual({
      type: 'badCSR',
      message: 'The request has a name that the order does not have: two.acme.test',
    })
    expect((await finalize([], { commonName: 'x.acme.test' })).type).toBe('badCSR')
    expect((await finalize(['one.acme.test'], { organization: 'Bank' })).message).toContain('common name only')
    const answer = await session.post(order.finalize, {
      csr: await requestFor(['one.acme.test'], { commonName: 'one.acme.test' }),
    })
    expect(session.json(answer)).toMatchObject({ status: 'valid' })
    expect((await finalize(['one.acme.test'])).type).toBe('orderNotReady')
  })
})

describe('a name', () => {
  test('outside the domains of the authority is rejected, each with its reason', async () => {
    const { type, message } = await refused(newOrder(session, ['acme.test', 'bank.example', '10.0.0.1']))
    expect(type).toBe('rejectedIdentifier')
    expect(message).toMatch(/bank\.example: This authority issues for acme\.test only.*10\.0\.0\.1: This is not a host/)
    expect((await refused(newOrder(session, ['evilacme.test']))).type).toBe('rejectedIdentifier')
  })

  test('whose host does not show the token is tried again, and then told why', async () => {
    const { url, order } = await newOrder(session, ['wrong.acme.test'])
    const { url: challenge, token } = await challengeOf(session, order.authorizations[0], 'http-01')
    world.web.set(`/.well-known/acme-challenge/${token}`, 'something else')
    await session.post(challenge, {})
    await settled(url).toBe('invalid')
    expect((await readOrder(session, url)).error).toMatchObject({
      type: 'urn:ietf:params:acme:error:incorrectResponse',
      detail: expect.stringContaining('does not have the expected content') as string,
    })
    expect(world.asked.filter((path) => path.endsWith(token))).toHaveLength(2)
    const { details } = await world.admin.call('listAcmeOrders', { sha256: root.sha256, status: 'invalid' })
    expect((details as JsonObject[])[0]).toMatchObject({ names: ['wrong.acme.test'], status: 'invalid' })
  })

  test('is tried again by a timer that is over a moment before its time', async () => {
    const { url, order } = await newOrder(session, ['early.acme.test'])
    const challenge = await challengeOf(session, order.authorizations[0], 'http-01')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }) // stands still
    onTestFinished(() => void vi.useRealTimers())
    await session.post(challenge.url, {})
    // expect.poll would move the clock on
    while ((await readOrder(session, url)).status === 'pending') await delay(50)
    expect(await readOrder(session, url)).toMatchObject({ status: 'invalid' })
  })

  test('is proved over a redirect to the same name, and never over one to another host', async () => {
    const first = await newOrder(session, ['a.acme.test'])
    const one = await challengeOf(session, first.order.authorizations[0], 'http-01')
    world.web.set(`/.well-known/acme-challenge/${one.token}`, { to: 'http://a.acme.test/there' })
    world.web.set('/there', `${one.expected}\n`)
    await session.post(one.url, {})
    await settled(first.url).toBe('ready')

    const second = await newOrder(session, ['b.acme.test'])
    const two = await challengeOf(session, second.order.authorizations[0], 'http-01')
    world.web.set(`/.well-known/acme-challenge/${two.token}`, { to: 'http://169.254.169.254/latest/meta-data/' })
    await session.post(two.url, {})
    await settled(second.url).toBe('invalid')
    expect((await readOrder(session, second.url)).error?.detail).toContain('redirects to another host')
  })
})

describe('tls-alpn-01', () => {
  test.skipIf(!isInstalled('openssl'))(
    'takes the one certificate that only the account could have asked for',
    async () => {
      const answered = await orderWith((expected) => createHash('sha256').update(expected).digest('hex'))
      await settled(answered.url).toBe('ready')
      const other = await orderWith(() => '00'.repeat(32))
      await settled(other.url).toBe('invalid')
      expect((await readOrder(session, other.url)).error?.detail).toContain('does not have the expected acmeIdentifier')
    },
  )

  async function orderWith(digestOf: (expected: string) => string) {
    const { url, order } = await newOrder(session, ['tls.acme.test'])
    const challenge = await challengeOf(session, order.authorizations[0], 'tls-alpn-01')
    const made = ask('openssl', [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=x -keyout key.pem -out a.pem'.split(
        ' ',
      ),
      '-addext',
      'subjectAltName=DNS:tls.acme.test',
      '-addext',
      `1.3.6.1.5.5.7.1.31=critical,DER:0420${digestOf(challenge.expected)}`,
    ])
    const [key, cert] = ['key.pem', 'a.pem'].map((name) => Buffer.from(made.file(name)))
    tlsHost.setSecureContext({ key, cert })
    await session.post(challenge.url, {})
    return { url }
  }
})

describe('a request', () => {
  test('is refused without a nonce of this authority, and with one that was used', async () => {
    const { newNonce, newOrder: address } = await session.directory()
    const answer = await session.get(newNonce)
    expect(answer.status).toBe(204)
    const { status, body } = await replayed(address)
    expect(status).toBe(400)
    expect(body).toMatchObject({ type: 'urn:ietf:params:acme:error:badNonce' })
  })

  async function replayed(url: string) {
    const { FlattenedSign, generateKeyPair, exportJWK } = await import('jose')
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jws = await new FlattenedSign(Buffer.from('{}'))
      .setProtectedHeader({
        alg: 'ES256',
        nonce: 'bm9uZQ',
        url: url.replace('new-order', 'new-account'),
        jwk: await exportJWK(publicKey),
      })
      .sign(privateKey)
    const { Agent, fetch } = await import('undici')
    const dispatcher = new Agent({ connect: { ca: world.tls.cert } })
    const answer = await fetch(url.replace('new-order', 'new-account'), {
      method: 'POST',
      headers: { 'content-type': 'application/jose+json' },
      body: JSON.stringify(jws),
      dispatcher,
    })
    const body = await answer.json()
    await dispatcher.close()
    return { status: answer.status, body }
  }

  test('of one account does not see what belongs to another', async () => {
    const { url, order } = await newOrder(session, ['mine.acme.test'])
    const other = await world.account(directory)
    for (const address of [url, order.authorizations[0] ?? ''])
      expect((await refused(other.post(address, undefined))).message).toBe('There is nothing at this address')
  })

  test('is refused where the authority does not answer ACME', async () => {
    const quiet = await world.root({ CNAME: 'Quiet Root' })
    const there = world.session(await world.directoryOf(quiet))
    await expect(there.directory()).rejects.toThrow('There is no ACME directory')
  })
})

describe('an account', () => {
  test('needs external account binding where the authority requires it, and each key binds one account', async () => {
    const strict = await world.root({ CNAME: 'Strict Root' })
    const there = await world.enable(strict, { bindingRequired: true })
    const contact = ['mailto:ops@acme.test']
    expect((await refused(world.session(there).register({ contact }))).type).toBe('externalAccountRequired')
    const { details } = await world.admin.call('addAcmeBinding', { sha256: strict.sha256, name: 'Web team' })
    const binding = details as { keyId: string; hmacKey: string }
    const wrong = { ...binding, hmacKey: Buffer.alloc(32, 7).toString('base64url') }
    expect((await refused(world.session(there).register({ contact, binding: wrong }))).type).toBe('unauthorized')
    await world.session(there).register({ contact, binding })
    expect((await refused(world.session(there).register({ contact, binding }))).message).toContain('already belongs')
    const { details: keys } = await world.admin.call('listAcmeBindings', { sha256: strict.sha256 })
    expect(keys).toMatchObject([{ name: 'Web team', createdBy: 'admin' }])
    expect(JSON.stringify(keys)).not.toContain(binding.hmacKey)
    expect((await world.stored()).includes(binding.hmacKey)).toBe(false)
  })

  test('that is deactivated can do nothing more', async () => {
    const other = world.session(directory)
    const account = await other.register({ contact: [] })
    await other.post(account, { status: 'deactivated' })
    expect((await refused(newOrder(other, ['www.acme.test']))).type).toBe('unauthorized')
    const third = await world.account(directory)
    const { details } = await world.admin.call('listAcmeAccounts', { sha256: root.sha256 })
    const [newest] = details as JsonObject[]
    await world.admin.call('deactivateAcmeAccount', { account: newest?.account })
    expect((await refused(newOrder(third, ['www.acme.test']))).type).toBe('unauthorized')
  })
})

describe('renewal and revocation', () => {
  /** RFC 9773, 4.1. */
  function renewalId(certificate: X509Certificate, issuerPem: string) {
    const issuer = new X509Certificate(issuerPem).toLegacyObject().raw.toString('hex')
    const [, ski = ''] = /0603551d0e04160414([0-9a-f]{40})/.exec(issuer) ?? []
    const serial = Buffer.from(certificate.serialNumber, 'hex')
    const bytes = (serial[0] ?? 0) < 0x80 ? serial : Buffer.concat([Buffer.alloc(1), serial])
    return `${Buffer.from(ski, 'hex').toString('base64url')}.${bytes.toString('base64url')}`
  }

  test('a window stands in the last third, an order may say what it replaces, and a revoked one is due at once', async () => {
    const { certificate, pem } = await obtain('ari.acme.test')
    const id = renewalId(certificate, pem.slice(pem.lastIndexOf('-----BEGIN')))
    const { renewalInfo = '', revokeCert } = await session.directory()
    const windowOf = async () => {
      const answer = await session.get(`${renewalInfo}/${id}`)
      expect(answer.retryAfter).toBe(21_600)
      return (session.json(answer) as { suggestedWindow: { start: string; end: string } }).suggestedWindow
    }
    const { start } = await windowOf()
    expect(Math.round((Date.parse(start) - certificate.validFromDate.getTime()) / 86_400_000)).toBe(60)

    await newOrder(session, ['ari.acme.test'], { replaces: id })
    const again = await refused(newOrder(session, ['ari.acme.test'], { replaces: id }))
    expect(again.type).toBe('alreadyReplaced')

    const other = await world.account(directory)
    const der = certificate.raw.toString('base64url')
    expect((await refused(other.post(revokeCert, { certificate: der, reason: 1 }))).type).toBe('unauthorized')
    expect((await refused(session.post(revokeCert, { certificate: der, reason: 2 }))).type).toBe('badRevocationReason')
    await session.post(revokeCert, { certificate: der, reason: 4 })
    expect((await refused(session.post(revokeCert, { certificate: der }))).type).toBe('alreadyRevoked')
    expect(Date.parse((await windowOf()).end)).toBeLessThan(Date.now())
  })
})

describe('who enables it', () => {
  test('is told what does not fit, and stops it without losing anything', async () => {
    const own = await world.root({ CNAME: 'Own Root' })
    const set = (more: object) =>
      world.admin.call('setAcme', {
        sha256: own.sha256,
        enabled: true,
        profile: 'Server',
        days: 90,
        domains: ['acme.test'],
        bindingRequired: false,
        ...more,
      })
    expect(await refusalOf(set({ domains: [] }))).toBe(
      'domains: Enter at least one domain or IP network in which names may be ordered',
    )
    expect(await refusalOf(set({ profile: 'S/MIME' }))).toBe('profile: “S/MIME” does not allow host names')
    expect(await refusalOf(set({ profile: 'Sub-CA' }))).toContain('is for certificate authorities')
    expect(await refusalOf(set({ domains: ['*.acme.test'] }))).toContain('is neither a domain nor an IP network')
    await set({})
    const client = await world.account(await world.directoryOf(own))
    await set({ enabled: false })
    await expect(newOrder(client, ['www.acme.test'])).rejects.toThrow('There is nothing at this address')
    const { details } = await world.admin.call('listAcmeAccounts', { sha256: own.sha256 })
    expect(details).toHaveLength(1)
  })
})

import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { buildIfStale } from '#server/build.ts'
import { isInstalled } from '../crypto/x509/tools.ts'
import { browser } from '../services/identity/browser.ts'
import { askOnline, textOf, verify } from '../services/keys/openssl-verify.ts'
import { publicClient } from '../support/public-client.ts'
import { startServer } from '../support/server.ts'

const publicUrl = 'https://console.example.com'
const statusUrl = 'http://pki.example.com'
const issuer = `${publicUrl}/identity`

let server: Awaited<ReturnType<typeof startServer>>
let local: string
beforeAll(async () => {
  await buildIfStale()
  server = await startServer({ TRIPTYCH_PUBLIC_URL: publicUrl, TRIPTYCH_STATUS_URL: statusUrl })
  local = `http://${/reaches it at (\S+)\./.exec(server.stdout())?.[1]}`
}, 180_000)
afterAll(() => server.stop())

const somebody = () => publicClient(local, publicUrl)

test('the identity provider names the public address wherever it names one', async () => {
  expect(server.ready).toMatchObject({ console: publicUrl, identity: issuer })
  for (const path of [
    '/identity/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/identity',
  ]) {
    const metadata = JSON.parse((await somebody().send(path)).text) as Record<string, string>
    expect(metadata).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/oauth/v2/auth`,
      token_endpoint: `${issuer}/oauth/v2/token`,
      revocation_endpoint: `${issuer}/oauth/v2/token/revoke`,
      userinfo_endpoint: `${issuer}/oauth/user/info`,
      service_documentation: `${issuer}/`,
    })
  }
  const { text } = await somebody().send('/identity/')
  expect(text).toContain('href="/identity/developer"')
  expect(text).not.toContain('127.0.0.1')
  expect(text).not.toMatch(/(href|action)="\/(?!identity)/)
})

test('somebody on another machine signs in by the identity provider', async () => {
  const person = somebody()
  const { address } = await person.call('session.startCloudSignIn', { returnTo: '/devices' })
  const start = new URL(address as string)
  expect(start.origin + start.pathname).toBe(`${issuer}/oauth/v2/auth`)
  expect(start.searchParams.get('redirect_uri')).toBe(`${publicUrl}/callback`)

  const visitor = browser({ identity: issuer }, person.fetch)
  const signIn = await visitor.open(start.href)
  expect(signIn.headers.get('content-security-policy')).toContain(`form-action 'self' ${publicUrl}`)
  const consent = await visitor.signIn(signIn, 'admin', server.password)
  const back = await visitor.press(consent, 'Accept')
  const callback = new URL(back.location ?? '')
  expect(callback.origin + callback.pathname).toBe(`${publicUrl}/callback`)
  expect(callback.searchParams.get('iss')).toBe(issuer)

  expect((await person.send(callback.pathname + callback.search)).status).toBe(200)
  expect(await person.call('session.current')).toMatchObject({ state: 'signed-in', by: 'cloud' })
  expect(await person.call('mdm.listDevices', { limit: '1' })).toHaveProperty('devices')
})

test('an application registers by the public address, and gets its tokens there', async () => {
  const person = somebody()
  const visitor = browser({ identity: issuer }, person.fetch)
  const developer = await visitor.signIn(await visitor.open('/identity/developer'), 'operator', server.password)
  const made = await visitor.press(developer, 'Create client', {
    client_name: 'Reports',
    client_domain: 'reports.example.com',
    redirect_uris: 'https://reports.example.com/callback',
  })
  expect(made.source).toContain('href="/identity/developer"')
  const wrong = `grant_type=authorization_code&code=x&client_id=${made.result('Client ID')}&client_secret=wrong`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const refused = await somebody().send('/identity/oauth/v2/token', 'POST', type, wrong)
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([401, { error: 'invalid_client' }])
  const right = wrong.replace('=wrong', `=${made.result('Client secret')}`)
  const used = await somebody().send('/identity/oauth/v2/token', 'POST', type, right)
  expect([used.status, JSON.parse(used.text)]).toMatchObject([400, { error: 'invalid_grant' }])
})

describe('the status of an issued certificate', () => {
  let root: string
  let leaf: string
  const serial = (pem: string) => new X509Certificate(pem).serialNumber
  const pathsIn = (text: string) => [...text.matchAll(/URI:(\S+)/g)].map(([, address = '']) => new URL(address))

  beforeAll(async () => {
    const admin = somebody()
    await admin.call('session.signIn', { username: 'admin', password: server.password })
    await admin.call('session.confirmIdentity', { password: server.password })
    await admin.call('keys.createAuthority', { CNAME: 'Public Root', ALG: 'EC', LEN: '256' })
    await admin.call('keys.createRequest', { CNAME: 'status.example.net', ALG: 'EC', LEN: '256' })
    const requests = (await admin.call('keys.listRequests')).GeneratedList as { CSR_ID: number }[]
    const authorities = (await admin.call('keys.listAuthorities')).details as Record<string, string>[]
    const issuer = authorities.find(({ commonName }) => commonName === 'Public Root')
    const signed = await admin.call('keys.signRequest', {
      signType: 'signWithRoot',
      rootCertificateCommonName: 'Public Root',
      rootCertificateSerialNumber: issuer?.serialNumber,
      CSR_ID: String(requests[0]?.CSR_ID),
    })
    const [{ serialNumber = '' } = {}] = signed.details as Record<string, string>[]
    const fileOf = async (common_name: string, serial_number = '') =>
      (await admin.file('keys.getCertificate', { common_name, serial_number, fileType: 'CER' })).text
    root = await fileOf('Public Root', issuer?.serialNumber)
    leaf = await fileOf('status.example.net', serialNumber)
  })

  test('stands at addresses that other machines reach', () => {
    const addresses = pathsIn(textOf(leaf))
    expect(addresses.map(({ origin, pathname }) => origin + pathname.replace(/[0-9a-f]{64}/, '…')).toSorted()).toEqual([
      `${statusUrl}/pki/crl/….crl`,
      `${statusUrl}/pki/issuers/….cer`,
      `${statusUrl}/pki/ocsp`,
    ])
  })

  test.skipIf(!isInstalled('openssl'))('is what openssl reads there: list, OCSP and issuer', async () => {
    const other = publicClient(local, statusUrl)
    const [list, issuer] = await Promise.all(
      ['.crl', '.cer'].map(async (ending) => {
        const { pathname } = pathsIn(textOf(leaf)).find((address) => address.pathname.endsWith(ending)) as URL
        return other.send(pathname)
      }),
    )
    expect([list?.headers['content-type'], issuer?.headers['content-type']]).toEqual([
      'application/pkix-crl',
      'application/pkix-cert',
    ])
    expect(new X509Certificate(issuer?.bytes as Buffer).fingerprint256).toBe(new X509Certificate(root).fingerprint256)
    const files = { 'a.crl': writePem('X509 CRL', new Uint8Array(list?.bytes as Buffer)) }
    expect(verify([leaf, root], ['-crl_check', '-CRLfile', 'a.crl'], files).text).toContain('OK')
    const asked = ['ocsp', '-url', `${local}/pki/ocsp`, '-header', `Host=${new URL(statusUrl).host}`]
    const answer = await askOnline(
      'openssl',
      [...asked, '-issuer', 'i.pem', '-CAfile', 'i.pem', '-serial', `0x${serial(leaf)}`],
      { 'i.pem': root },
    )
    expect(answer).toContain('Response verify OK')
    expect(answer).toContain(`0x${serial(leaf)}: good`)
  })

  test('is all that the address for it serves', async () => {
    const other = publicClient(local, statusUrl)
    for (const path of ['/', '/identity/', '/api/session.current', '/callback', '/assets/x.js']) {
      expect((await other.send(path, 'GET', { accept: 'text/html' })).status).toBe(421)
    }
  })
})

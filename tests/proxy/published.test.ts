import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { request } from 'undici'
import { publicAddresses } from '#contract/http/public-addresses.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { startUpstream } from '../support/upstream.ts'

const issuer = 'a1'.repeat(32)
const ownPolicy = "default-src 'none'; style-src 'nonce-x'"
const identityCookie = '__Host-Http-triptych-identity'
const publicHost = 'console.example.com'

let services: Awaited<ReturnType<typeof startUpstream>>
let proxy: Proxy
beforeAll(async () => {
  services = await startUpstream((_, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': ownPolicy,
        'cache-control': 'no-store',
        'set-cookie': [
          `${identityCookie}=new; Path=/; Secure; HttpOnly`,
          '__Host-Http-triptych=stolen; Path=/; Secure',
        ],
        'x-internal': 'of the services',
        server: 'services',
      })
      .end('<p>a page</p>'),
  )
  proxy = await startProxy({
    publicUrl: new URL(`https://${publicHost}`),
    published: {
      services: services.url,
      addresses: publicAddresses(`https://${publicHost}`, 'http://pki.example.com'),
    },
  })
})
afterAll(async () => {
  await proxy.stop()
  await services.stop()
})
beforeEach(() => {
  services.received.length = 0
})

const host = { host: publicHost }
const send = (path: string, method = 'GET', headers: Record<string, string> = {}, body?: string) =>
  proxy.send(path, method, { ...host, ...headers }, body)
const targets = () => services.received.map(({ method, url }) => `${method} ${url}`)

test('pages, forms and endpoints of the identity provider are served, each by its methods', async () => {
  for (const path of ['/identity/', '/identity/developer', '/identity/.well-known/oauth-authorization-server']) {
    expect((await send(path)).status).toBe(200)
  }
  await send('/identity/oauth/v2/token', 'POST', { 'content-type': 'application/x-www-form-urlencoded' }, 'code=1')
  await send('/.well-known/oauth-authorization-server/identity')
  expect(targets()).toEqual([
    'GET /identity/',
    'GET /identity/developer',
    'GET /identity/.well-known/oauth-authorization-server',
    'POST /identity/oauth/v2/token',
    'GET /identity/.well-known/oauth-authorization-server',
  ])
  expect(services.received[3]).toMatchObject({ body: 'code=1' })
  const refused = await send('/identity/oauth/v2/token')
  expect([refused.status, refused.headers.allow]).toEqual([405, 'POST'])
  expect((await send('/identity/sign-out')).status).toBe(405)
  expect(services.received).toHaveLength(5)
})

test('revocation lists, issuers and OCSP are served, also at an address of their own', async () => {
  const status = { host: 'pki.example.com' }
  const asked = Buffer.from([0x30, 0x03, 0xfb, 0xef, 0xbe]).toString('base64') // with + and / in it
  expect((await send(`/pki/crl/${issuer}.crl`, 'GET', status)).status).toBe(200)
  await send(`/pki/issuers/${issuer}.cer`)
  await send(`/pki/ocsp/${asked}`, 'GET', status)
  await send(`/pki/ocsp/${encodeURIComponent(asked)}`)
  await send('/pki/ocsp', 'POST', { ...status, 'content-type': 'application/ocsp-request' }, 'a request')
  expect(targets()).toEqual([
    `GET /pki/crl/${issuer}.crl`,
    `GET /pki/issuers/${issuer}.cer`,
    `GET /pki/ocsp/${encodeURIComponent(asked)}`,
    `GET /pki/ocsp/${encodeURIComponent(asked)}`,
    'POST /pki/ocsp',
  ])
  expect(services.received[4]?.headers['content-type']).toBe('application/ocsp-request')
})

test('nothing else of the services can be reached', async () => {
  const foreign = `/lab /identity/lab /identity/lab/faults /pki/lab /pki /pki/ /api/1.4/desktop/computers
    /identity/api/1.4/desktop/authentication /identity/../lab /identity/%2e%2e/lab /identity//lab /Identity/developer
    /identity/oauth/v2/token/x /identity/oauth/v2/authx /identity/developer/ /pki/crl/${issuer.toUpperCase()}.crl
    /pki/crl/${issuer} /pki/crl/${issuer}.crl/.. /pki/crl/a.crl /pki/issuers/..%2f..%2flab
    /pki/ocsp/ /pki/ocsp/a.b /pki/ocsp/%ff /pki/ocsp/${'A'.repeat(5000)}`
  for (const path of foreign.split(/\s+/)) {
    for (const method of ['GET', 'POST', 'PUT']) await send(path, method)
    await send(path, 'GET', { host: 'pki.example.com' })
  }
  expect(targets()).toEqual([])
})

test('only named parameters and headers travel on, and of the cookies only that of the identity provider', async () => {
  await send('/identity/oauth/v2/auth?client_id=a&client_id=b&state=%26x&evil=1', 'GET', {
    cookie: `__Host-Http-triptych=console-session; ${identityCookie}=visitor; other=1`,
    accept: 'text/html',
    authorization: 'Bearer of a person',
    'x-forwarded-for': '192.0.2.1',
    'x-triptych-client': 'forged',
    'x-http-method-override': 'DELETE',
  })
  const [{ url, headers } = { url: '', headers: {} }] = services.received
  expect(url).toBe('/identity/oauth/v2/auth?client_id=a&client_id=b&state=%26x')
  expect(headers.cookie).toBe(`${identityCookie}=visitor`)
  expect(headers.authorization).toBe('Bearer of a person')
  expect(headers.host).toBe(services.url.host)
  expect(Object.keys(headers)).not.toContain('x-forwarded-for')
  expect(Object.keys(headers)).not.toContain('x-http-method-override')
  expect(JSON.stringify(headers)).not.toContain('forged')
  await send('/pki/ocsp', 'POST', { cookie: `${identityCookie}=visitor`, authorization: 'Bearer' }, 'x')
  expect(services.received[1]?.headers).not.toHaveProperty('cookie')
  expect(services.received[1]?.headers).not.toHaveProperty('authorization')
})

test('the answer keeps its own policy, gets the headers it lacks, and sets no cookie of the console', async () => {
  const { headers, text } = await send('/identity/')
  expect(text).toBe('<p>a page</p>')
  expect(headers['content-security-policy']).toBe(ownPolicy)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['set-cookie']).toEqual(`${identityCookie}=new; Path=/; Secure; HttpOnly`)
  expect(headers).not.toHaveProperty('x-internal')
  expect(headers).not.toHaveProperty('server')
})

test('it is served under the known names only', async () => {
  expect((await send('/identity/', 'GET', { host: 'rebound.example.net' })).status).toBe(421)
  expect((await send(`/pki/crl/${issuer}.crl`, 'GET', { host: 'rebound.example.net' })).status).toBe(421)
  expect((await send('/identity/', 'GET', { host: 'pki.example.com' })).status).toBe(421)
  expect((await send('/', 'GET', { host: 'pki.example.com', accept: 'text/html' })).status).toBe(421)
  expect(targets()).toEqual([])
})

test('what is too large is refused, with or without a stated length', async () => {
  const large = 'x'.repeat(70_000)
  const headers = { ...host, 'content-type': 'application/ocsp-request' }
  expect((await send('/pki/ocsp', 'POST', headers, large)).status).toBe(413)
  const parts = async function* () {
    for (let part = 0; part < 70; part += 1) yield await Promise.resolve(Buffer.alloc(1000))
  }
  const answer = await request(`${proxy.origin}/pki/ocsp`, { method: 'POST', headers, body: Readable.from(parts()) })
  expect(answer.statusCode).toBe(413)
  await buffer(answer.body)
})

test('services that are away are a problem of their own, and no address is told', async () => {
  services.answer((_, response) => response.destroy())
  const { status, text } = await send('/identity/')
  services.answer((_, response) => response.end())
  expect(status).toBe(502)
  expect(JSON.parse(text)).toMatchObject({ code: 'UNREACHABLE' })
  expect(text).not.toContain(services.url.port)
})

test('a probe finds out that the console lives and is ready by any name, and nothing else', async () => {
  for (const name of ['10.0.0.7:8080', 'rebound.example.net', 'pki.example.com']) {
    expect((await send('/healthz', 'GET', { host: name })).text).toBe('{"status":"alive"}')
    expect((await send('/readyz', 'GET', { host: name })).text).toBe('{"status":"ready"}')
  }
  expect((await send('/', 'GET', { host: '10.0.0.7:8080', accept: 'text/html' })).status).toBe(421)
})

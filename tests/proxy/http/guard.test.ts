import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maxItems } from '#contract/console/jobs.ts'
import { own, startProxy } from '../../support/proxy.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
let cookie: string
beforeAll(async () => {
  proxy = await startProxy()
  cookie = await proxy.signIn()
})
afterAll(() => proxy.stop())
beforeEach(() => {
  proxy.mdm.received.length = 0
  proxy.desktop.received.length = 0
})

/** Whether somebody is still known there is asked every few seconds, whatever comes. */
const upstreamCalls = () =>
  [...proxy.mdm.received, ...proxy.desktop.received].filter(({ url }) => !url.endsWith('/desktop/account')).length
const withHeaders = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries({ ...own, cookie, ...headers }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>

describe('a call that another site could make is refused and reaches no server', () => {
  test.each<[string, Record<string, string | undefined>, number]>([
    ['without the header', { 'x-triptych': undefined }, 403],
    ['from another origin', { origin: 'https://evil.test' }, 403],
    ['from an opaque origin', { origin: 'null' }, 403],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['from the same port by another of our names', { origin: 'http://localhost:PORT' }, 403],
    ['from https on the same host', { origin: 'https://127.0.0.1:PORT' }, 403],
    ['that a browser marks as cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['that a browser marks as same-site', { 'sec-fetch-site': 'same-site' }, 403],
    ['as plain text', { 'content-type': 'text/plain' }, 415],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['as a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['without a content type', { 'content-type': undefined }, 415],
  ])('%s', async (_, headers, status) => {
    const wanted = { ...headers, ...(headers.origin && { origin: headers.origin.replace('PORT', String(proxy.port)) }) }
    for (const row of ['mdm.listDevices', 'session.signIn', 'session.signOut']) {
      const answer = await proxy.send(`/api/${row}`, 'POST', withHeaders(wanted), '{"username":"a","password":"b"}')
      expect(answer.status).toBe(status)
      expect(JSON.parse(answer.text)).toMatchObject({ status, code: status === 403 ? 'CROSS_SITE' : 'INVALID_INPUT' })
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect(upstreamCalls()).toBe(0)
    expect((await proxy.call('session.current', {}, cookie)).value.state, 'nobody was signed out').toBe('signed-in')
  })

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('by %s', async (method) => {
    const answer = await proxy.send('/api/mdm.listDevices', method, withHeaders({}))
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('POST')
    expect(upstreamCalls()).toBe(0)
  })

  test('by a method override', async () => {
    const headers = {
      'x-http-method-override': 'POST',
      'x-method-override': 'POST',
      'x-original-url': '/api/mdm.listDevices',
    }
    expect((await proxy.send('/api/mdm.listDevices?_method=POST', 'GET', withHeaders(headers))).status).toBe(405)
    expect((await proxy.send('/', 'POST', withHeaders(headers))).status).toBe(405)
    expect(upstreamCalls()).toBe(0)
  })
})

test('the console itself is let through, by a browser and without one', async () => {
  const browser = {
    origin: proxy.origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json;charset=UTF-8',
  }
  expect((await proxy.call('mdm.listDevices', {}, cookie, browser)).status).toBe(200)
  expect((await proxy.call('mdm.listDevices', {}, cookie)).status).toBe(200)
})

test.each(['/', '/devices', '/api/mdm.listDevices', '/api/session.current', '/assets/x.js', '/nothing.txt'])(
  '%s under a foreign host name is 421',
  async (path) => {
    for (const host of [
      'evil.test',
      `evil.test:${proxy.port}`,
      '127.0.0.1',
      `127.0.0.1.evil.test:${proxy.port}`,
      'x@127.0.0.1',
    ]) {
      const answer = await proxy.raw(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nx-triptych: 1\r\nX-Forwarded-Host: 127.0.0.1:${proxy.port}\r\nCookie: ${cookie}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
      )
      expect(answer).toMatch(/^HTTP\/1\.1 (421|400) /)
      expect((await proxy.send(path, 'GET', { host: `evil.test:${proxy.port}` })).status).toBe(421)
    }
    expect(upstreamCalls()).toBe(0)
  },
)

test.each(['127.0.0.1', 'localhost', '[::1]'])('the loopback name %s is its own', async (name) => {
  expect((await proxy.send('/healthz', 'GET', { host: `${name}:${proxy.port}` })).status).toBe(200)
})

describe('request targets that could be read in two ways reach nothing', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:PORT/api/mdm.listDevices',
    '//evil.test/api/mdm.listDevices',
    '/\\evil.test/api/mdm.listDevices',
    '/../api/mdm.listDevices',
    '/api/../api/mdm.listDevices',
    '/api/./mdm.listDevices',
    '/api\\mdm.listDevices',
    '/api/mdm.listDevices/..',
    '/api//mdm.listDevices',
    '/api/mdm.listDevices%2f..%2f',
    '/api/%2e%2e/api/mdm.listDevices%23',
    '/api/mdm.listDevices;x=1',
    '/api/mdm.listDevices%00',
    '/api/MDM.LISTDEVICES',
    '/api/desktop.authenticate',
    '/api/desktop.validateOtp',
    '/api/__proto__',
    '/api/constructor',
    '/api/',
    '/api',
    '*',
    'evil.test:443',
  ])('%s', async (target) => {
    const answer = await proxy.raw(
      `POST ${target.replace('PORT', String(proxy.port))} HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\nx-triptych: 1\r\nCookie: ${cookie}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|04|05) /)
    expect(answer).toContain('content-security-policy: ')
    expect(answer).toContain('"code":')
    expect(upstreamCalls()).toBe(0)
  })
})

describe('requests that are not plain HTTP are refused, and the next one is served', () => {
  const head = (extra: string) => `POST /api/session.current HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\n${extra}\r\n`
  test.each<[string, string, string]>([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n', '{}'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['a folded header', 'x-a: 1\r\n folded\r\nContent-Length: 0\r\n', ''],
    ['a header name with a space', 'x a: 1\r\nContent-Length: 0\r\n', ''],
    ['too many headers', `x-a: ${'a'.repeat(70_000)}\r\n`, ''],
  ])('%s', async (_, headers, body) => {
    const answer = await proxy.raw(head(headers) + body)
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|31) /)
    expect(answer).toContain('x-content-type-options: nosniff')
    expect((await proxy.send('/healthz', 'GET')).status).toBe(200)
  })

  test.each(['TRACE / HTTP/1.1', 'CONNECT evil.test:443 HTTP/1.1', 'TRACE /api/session.current HTTP/1.1'])(
    '%s',
    async (line) => {
      const answer = await proxy.raw(
        `${line}\r\nHost: 127.0.0.1:${proxy.port}\r\nx-echo: canary\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer).not.toContain('canary')
    },
  )
})

test('clients that hang up in the middle leave the console running', async () => {
  for (const bytes of [
    'CONNECT evil.test:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST / HT',
    'GET / HTTP/1.1\r\nbad header\r\n\r\n',
  ]) {
    const sockets = Array.from({ length: 20 }, () => connect(proxy.port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.write(bytes, () => socket.resetAndDestroy())
    await Promise.all(sockets.map(async (socket) => socket.closed || once(socket, 'close')))
  }
  expect((await proxy.send('/healthz', 'GET')).status).toBe(200)
})

test('a body of more than 64 kB, of unknown length, or that is no JSON is refused', async () => {
  expect((await proxy.call('mdm.listDevices', `{"search":"${'x'.repeat(512 * 1024)}"}`, cookie)).value.code).toBe(
    'TOO_LARGE',
  )
  expect((await proxy.call('mdm.listDevices', '{"search":', cookie)).value.code).toBe('INVALID_INPUT')
  const chunked = await proxy.raw(
    `POST /api/session.current HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\nx-triptych: 1\r\nContent-Type: application/json\r\n` +
      'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  )
  expect(chunked).toMatch(/^HTTP\/1\.1 411 /)
  expect(upstreamCalls()).toBe(0)
})

test('a plan names as many certificates as a job has, and no more than that', async () => {
  const cookie = await proxy.signIn('chief')
  const plan = (ids: string[]) =>
    proxy.call('console.planCertificates', { operation: 'export', title: 'x', input: { fileType: 'PEM' }, ids }, cookie)
  const ids = Array.from({ length: maxItems }, (_, at) => `certificate-${1_000_000 + at}`)
  expect(await plan(ids)).toMatchObject({ status: 200, value: { state: 'planned' } })
  expect((await plan([...ids, 'one-more'])).value.field).toBe('ids')
  expect((await plan(Array.from({ length: 90_000 }, () => 'x'.repeat(100)))).value.code).toBe('TOO_LARGE')
})

test('a value that the row does not take is named and reaches no server', async () => {
  const { status, value } = await proxy.call('mdm.listDevices', { limit: '100000' }, cookie)
  expect([status, value.code, value.field]).toEqual([400, 'COM0003', 'limit'])
  expect(upstreamCalls()).toBe(0)
})

test('what all items of a plan have in common is small, and a large body of whoever may not plan is not read', async () => {
  const order = { operation: 'export', title: 'large', input: { fileType: 'PEM' } }
  const chief = await proxy.signIn('chief')
  const large = { ...order, input: { fileType: 'PEM', more: 'x'.repeat(9_000) } }
  expect((await proxy.call('console.planCertificates', large, chief)).value.field).toBe('input')
  const ids = Array.from({ length: 10_000 }, () => 'x'.repeat(100))
  const refused = await proxy.call('console.planCertificates', { ...order, ids }, await proxy.signIn('nobody'))
  expect(refused.status).toBe(403)
  const entries = proxy.tables.selectFrom('proxy_audit').select('target').where('result', '!=', 'done')
  const found = await entries.where('action', '=', 'console.planCertificates').orderBy('id', 'desc').execute()
  expect(found[0]).toEqual({ target: '' })
})

import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toRequest } from '#contract/http/to-request.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { implement, router } from '#services/router.ts'
import { startRunning, type Running } from './running.ts'

let running: Running
let key: string
beforeAll(async () => {
  running = await startRunning()
  key = await running.mdmKey()
})
afterAll(() => running.stop())

const ask = (path: string, init: RequestInit = {}) =>
  running.ask(path, { ...init, headers: { authorization: key, ...(init.headers as Record<string, string>) } })
const answerTo = async (path: string, init?: RequestInit) => {
  const response = await ask(path, init)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: (await response.json()) as unknown,
  }
}
/** Bytes as they are: for requests that no HTTP client would send. */
const send = async (...lines: string[]) => {
  const socket = connect(Number(new URL(running.mdm).port), '127.0.0.1')
  socket.write([...lines, 'connection: close', '', ''].join('\r\n'))
  return text(socket)
}

describe('an address that there is not', () => {
  test.each([
    ['/api/v1/nothing', 404, 'COM0008'],
    ['/api/v1/mdm/nothing', 404, 'COM0008'],
    ['/api/v1/devices/', 404, 'COM0008'],
    ['/api/v1/Devices', 404, 'COM0008'],
    ['/api/v2/devices', 400, 'COM0012'],
    ['/api/v0/mdm/devices', 400, 'COM0012'],
    ['/api/vX/devices', 400, 'COM0012'],
    ['/api/V1/devices', 400, 'COM0012'],
    ['/api/v/devices', 400, 'COM0012'],
    ['/api/v1.0/mdm/devices', 400, 'COM0012'],
    ['/api/latest/devices', 400, 'COM0012'],
    ['/api/2/mdm/devices/1', 400, 'COM0012'],
    ['/api/1.3/users', 400, 'COM0012'],
    ['/api/latest/desktop', 404, '10022'],
    ['/api/1.3/desktop', 404, '10022'],
    ['/api/1.3/desktop/nothing', 404, '10022'],
    ['/api/1.4/desktop/discover', 400, '10023'],
    ['/api/9/desktop/discover', 400, '10023'],
    ['/api/desktop/discover', 404, '10022'],
  ])('%s is answered with %i %s', async (path, status, code) => {
    const answer = await answerTo(path)
    expect(answer).toMatchObject({ status, type: 'application/json;charset=UTF-8', body: { error_code: code } })
  })

  test('the body of mobile device management has its three fields, and that of desktop management its status', async () => {
    const mdm = await answerTo('/api/v1/nothing')
    expect(Object.keys(mdm.body as object)).toEqual(['error_code', 'error_description', 'localized_error_description'])
    expect((await answerTo('/api/1.3/nothing/here')).body).toMatchObject({ status: 'error', message_type: 'error' })
  })
})

describe('an address that takes another method', () => {
  test.each([
    ['/api/v1/devices', 'PUT', 'GET, HEAD', 'COM0001'],
    ['/api/v1/mdm/devices', 'DELETE', 'GET, HEAD', 'COM0001'],
    ['/api/v1/devices', 'OPTIONS', 'GET, HEAD', 'COM0001'],
    ['/api/1.3/desktop/authentication', 'PATCH', 'POST', '10024'],
    ['/api/1.3/desktop/discover', 'POST', 'GET, HEAD', '10024'],
  ])('%s refuses %s and names %s', async (path, method, allow, code) => {
    const response = await ask(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect(await response.json()).toMatchObject({ error_code: code })
  })

  test('a header cannot turn one method into another', async () => {
    const headers = { 'x-http-method-override': 'GET' }
    expect((await ask('/api/v1/devices', { method: 'POST', headers })).status).toBe(405)
  })

  test('HEAD is GET without the body', async () => {
    const response = await ask('/api/v1/devices', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })
})

test.each([
  ['text/html', 406],
  ['text/html, application/json;q=0', 406],
  ['application/xml', 406],
  ['application/json', 200],
  ['text/html, */*;q=0.1', 200],
  ['APPLICATION/JSON ; charset=utf-8', 200],
])('a client that accepts %s gets %i', async (accept, status) => {
  expect((await ask('/api/v1/devices', { headers: { accept } })).status).toBe(status)
})

test('a body above 512 kB is refused, announced or not', async () => {
  const body = JSON.stringify({ username: 'x'.repeat(530_000) })
  const headers = { 'content-type': 'application/json' }
  const announced = await ask('/api/1.3/desktop/authentication', { method: 'POST', headers, body })
  expect(announced.status).toBe(413)
  const chunked = new Blob([body]).stream()
  const stream = { method: 'POST', headers, body: chunked, duplex: 'half' } as RequestInit
  expect((await ask('/api/1.3/desktop/authentication', stream)).status).toBe(413)
})

test.each([
  ['', 'COM0006', '10010'],
  ['[]', undefined, '10010'],
  ['{"a":', undefined, '10010'],
])('the body %j is refused as what it is', async (body, _mdm, code) => {
  const headers = { 'content-type': 'application/json' }
  expect(await answerTo('/api/1.3/desktop/authentication', { method: 'POST', headers, body })).toMatchObject({
    status: 400,
    body: { error_code: code },
  })
})

test('a body that is not UTF-8 is refused, and nothing of it is kept', async () => {
  const body = Buffer.from('{"user_name":"caf\xe9","user_email":"cafe@example.com"}', 'latin1')
  const headers = { 'content-type': 'application/json' }
  expect(await answerTo('/api/v1/users', { method: 'POST', headers, body })).toMatchObject({
    status: 400,
    body: { error_code: 'COM0005', error_description: 'body: is not UTF-8' },
  })
  expect(await answerTo('/api/v1/users?search=cafe')).toMatchObject({ body: { users: [] } })
})

test('a byte order mark before a body is none of it', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = '\uFEFF{"username":"somebody","auth_type":"local_authentication"}'
  expect(await answerTo('/api/1.3/desktop/authentication', { method: 'POST', headers, body })).toMatchObject({
    status: 400,
    body: { error_description: 'password: is missing' },
  })
})

describe('on the wire', () => {
  test.each(['evil.test', 'evil.test:80', '127.0.0.1.evil.test', 'localhost.evil.test', '10.0.0.1', '[::2]'])(
    'the host name %s is refused on every address',
    async (host) => {
      for (const path of ['/api/v1/devices', '/api/1.3/desktop/discover', '/lab/mailbox', '/']) {
        expect(await send(`GET ${path} HTTP/1.1`, `host: ${host}`)).toMatch(/^HTTP\/1.1 421 /)
      }
    },
  )

  test.each(['localhost', 'LOCALHOST:99', '127.0.0.1', '127.8.8.8:1', '[::1]:8080'])(
    'the host name %s is taken',
    async (host) => {
      expect(await send('GET /api/1.3/desktop/discover HTTP/1.1', `host: ${host}`)).toMatch(/^HTTP\/1.1 200 /)
    },
  )

  test.each([
    'GET http://evil.test/api/1.3/desktop/discover HTTP/1.1',
    'GET //api/1.3/desktop/discover HTTP/1.1',
    'GET /api/1.3/x/../desktop/discover HTTP/1.1',
    'GET /api/1.3/desktop%2fdiscover HTTP/1.1',
    'GET /api/1.3/desktop/discover%00 HTTP/1.1',
    'GET /api/v1/devices/%ff HTTP/1.1',
    'TRACE /api/1.3/desktop/discover HTTP/1.1',
    'CONNECT 127.0.0.1:22 HTTP/1.1',
    'GET /api/1.3/desktop/discover HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked',
  ])('%j reaches nothing', async (request) => {
    expect(await send(request, 'host: localhost')).not.toMatch(/^HTTP\/1.1 [25]/)
  })
})

test('the log has methods, endpoints and times, and nothing of what was sent', async () => {
  await ask('/api/v1/devices?search=very-private')
  const secret = 'very-private-key-that-was-meant-for-another-port'
  for (const path of [
    `/api/pki/restapi/getAllSSHKeys/AUTHTOKEN=${secret}`,
    `/api/v1/devices/${secret}`,
    `/lab/devices/${secret}`,
    `/lab/${secret}`,
    `/pki/crl/${secret}.crl`,
    `/${secret}`,
  ]) {
    await ask(path)
  }
  const log = running.logged.join('\n')
  expect(log).toMatch(/"event":"request","method":"GET","route":"mdm\.listDevices","status":200,"ms":\d/)
  expect(log).toMatch(/"route":"mdm\.getDevice"/)
  expect(log).toMatch(/"route":"unknown","status":404/)
  expect(log).not.toContain('very-private')
})

test('what goes wrong inside is logged under a number, and says no more than it', async () => {
  const tables = running.database.db.schema
  await tables.alterTable('change_lane').renameTo('hidden').execute()
  const answer = await answerTo('/api/v1/devices')
  await tables.alterTable('hidden').renameTo('change_lane').execute()
  expect(answer).toMatchObject({ status: 500, body: { error_code: 'COM0004' } })
  const [, id] = /\(([0-9a-f-]{36})\)/.exec(JSON.stringify(answer.body)) ?? []
  expect(JSON.stringify(answer.body)).not.toMatch(/sql|table|hidden|device/i)
  expect(
    running.logged.filter((line) => line.includes('"event":"failed"') && line.includes(`"request":"${id}"`)),
  ).toHaveLength(1)
})

describe('a row that needs a permission', () => {
  const endpoints = implement({ listDevices })({ listDevices: () => ({ rows: [] }) })
  const nobody = () => Promise.resolve(undefined)
  const ask = (permissions: string[]) => {
    const caller = () => Promise.resolve({ name: 'somebody', permissions })
    const answer = router(endpoints, { desktop: nobody, mdm: caller })
    const request = toRequest(listDevices, {})
    return answer(
      { ...request, headers: { ...request.headers, authorization: 'somebody' } },
      { origin: 'http://localhost', address: '127.0.0.1' },
    )
  }

  test.each([[['MDM_Read']], [['Common_Read', 'mdm_write']], [['MDM_Admin']]])(
    'answers one who has %j',
    async (permissions) => {
      await expect(ask(permissions)).resolves.toMatchObject({ status: 200 })
    },
  )

  test.each([[[]], [['SOM_Admin', 'KeyManagement_Read']], [['XMDM_Read']]])(
    'refuses one who has %j',
    async (permissions) => {
      await expect(ask(permissions)).rejects.toMatchObject({
        status: 403,
        message: 'somebody lacks the permission MDM_Read',
      })
    },
  )
})

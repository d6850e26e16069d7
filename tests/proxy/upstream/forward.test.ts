import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { own, secret, startProxy } from '../../support/proxy.ts'
import { withinMs } from '../../support/runs.ts'
import { type Answer, json } from '../../support/upstream.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
let cookie: string
const deadlines = { connectMs: 500, headersMs: 700, bodyIdleMs: 700, overallMs: 2_000 }
beforeAll(async () => {
  proxy = await startProxy({ deadlines })
  cookie = await proxy.signIn()
})
afterAll(() => proxy.stop())
afterEach(() => {
  proxy.mdm.answer((_request, response) => json(response, { devices: [] }))
  proxy.mdm.received.length = 0
})

const list = (headers: Record<string, string> = {}) => proxy.call('mdm.listDevices', {}, cookie, headers)
const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
const answering = (answer: Answer) => {
  proxy.mdm.answer(answer)
  return list()
}

describe('what goes up', () => {
  test('is built from the row: nothing of the browser’s own request travels', async () => {
    await proxy.call('mdm.listDevices', { search: 'a&limit=9#/../', limit: '2' }, cookie, {
      authorization: 'Bearer mine',
      authtoken: 'mine',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'evil.test',
      x_forwarded_for: '10.0.0.2',
      'x-original-url': '/elsewhere',
      'accept-language': 'de',
      accept: 'text/html',
      'user-agent': 'mine',
      te: 'trailers',
    })
    const [request] = proxy.mdm.received
    expect(request?.method).toBe('GET')
    expect(request?.url).toBe('/api/v1/devices?limit=2&search=a%26limit%3D9%23%2F..%2F')
    expect(request?.headers).toEqual({
      host: proxy.mdm.url.host,
      connection: 'keep-alive',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'triptych',
      authorization: secret.apiKey,
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
    })
  })

  test('a device id stays one segment of the path', async () => {
    await proxy.call('mdm.getDevice', { device_id: '../../lab/faults?x=1#' }, cookie)
    expect(proxy.mdm.received[0]?.url).toBe('/api/v1/devices/..%2F..%2Flab%2Ffaults%3Fx%3D1%23')
    expect((await proxy.call('mdm.getDevice', { device_id: '..' }, cookie)).status).toBe(400)
    expect(proxy.mdm.received).toHaveLength(1)
  })
})

describe('what comes down', () => {
  test('is the server’s own bytes, with every digit', async () => {
    const body = '{ "devices":[{"device_id":9007199254741001.0, "x":1e400}],\n"total":12345678901234567890}'
    const answer = await answering((_request, response) => json(response, body))
    expect(answer.text).toBe(body)
    expect(answer.headers['content-type']).toBe('application/json;charset=UTF-8')
  })

  test('is JSON whatever its content type says, and carries none of the server’s headers', async () => {
    const answer = await answering((_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/plain',
          'set-cookie': 'a=b',
          location: 'https://evil.test',
          server: 'x/1',
          'access-control-allow-origin': '*',
          'content-security-policy': 'none',
          'cache-control': 'public',
        })
        .end('{"devices":[]}'),
    )
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json;charset=UTF-8',
      'cache-control': 'no-store',
    })
    expect(Object.keys(answer.headers)).not.toContain('set-cookie')
    expect(Object.keys(answer.headers)).not.toContain('server')
    expect(Object.keys(answer.headers)).not.toContain('location')
    expect(Object.keys(answer.headers)).not.toContain('access-control-allow-origin')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('is smaller where the browser takes it smaller', async () => {
    const devices = JSON.stringify({ devices: Array.from({ length: 100 }, (_, at) => ({ device_id: String(at) })) })
    proxy.mdm.answer((_request, response) => json(response, devices))
    const br = await list({ 'accept-encoding': 'gzip, deflate, br' })
    expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'accept-encoding'])
    expect(brotliDecompressSync(br.bytes).toString()).toBe(devices)
    const gzip = await list({ 'accept-encoding': 'gzip, br;q=0' })
    expect(gunzipSync(gzip.bytes).toString()).toBe(devices)
    expect((await list({ 'accept-encoding': 'identity' })).text).toBe(devices)
  })

  test('in another server’s words becomes the reference’s, digits and all', async () => {
    const other = await startProxy({ dialect: { names: { devices: 'geraete', device_id: 'nummer' } } })
    other.mdm.answer((_request, response) => json(response, '{"geraete":[{"nummer":9007199254741001}]}'))
    const { text } = await other.call('mdm.listDevices', {}, await other.signIn())
    expect(text).toBe('{"devices":[{"device_id":9007199254741001}]}')
    await other.stop()
  })

  test.each([
    ['each character', (text: string) => text.replace(/./g, escaped)],
    ['some characters', (text: string) => text.replace(/[c-z]/g, escaped)],
    ['with upper-case digits', (text: string) => text.replace(/-/g, '\\u002D')],
  ])('hides our credential where a server escapes %s', async (_, spelled) => {
    const echo: Answer = ({ headers }, response) =>
      json(response, `{"devices": [], "seen": "a ${spelled(String(headers.authorization))} z"}`)
    expect((await answering(echo)).value).toEqual({ devices: [], seen: 'a (hidden) z' })
    const refuse: Answer = ({ headers }, response) =>
      json(response, `{"error_code": "X", "error_description": "${spelled(String(headers.authorization))}"}`, 400)
    expect((await answering(refuse)).text).not.toContain(secret.apiKey)
    const page: Answer = ({ headers }, response) =>
      json(response, `no JSON ${spelled(String(headers.authorization))}`, 500)
    expect((await answering(page)).text).toContain('(hidden)')
  })

  test('a status that HTTP does not have is the failure of the server, not ours', async () => {
    const answer = await answering((_request, response) => json(response, '{"devices": []}', 999))
    expect(answer.status).toBe(502)
    expect(answer.value).toMatchObject({
      code: 'UNEXPECTED_CONTENT',
      message: expect.stringContaining('999') as string,
    })
  })

  test.each([
    ['a refusal', 'Failed'],
    ['a success', 'Success'],
  ])('never holds a passphrase that %s repeats', async (_, status) => {
    const passPhrase = 'canary "phrase" with spaces'
    const message = `The passphrase ${passPhrase} of canary was read (${Buffer.from(passPhrase).toString('base64')})`
    proxy.keys.answer((_request, response) => json(response, { name: 'CreateSSHKey', result: { status, message } }))
    const asked = { keyName: 'canary', passPhrase, keyType: 'ed25519' }
    const { value } = await proxy.call('keys.createSshKey', asked, cookie)
    const said = 'The passphrase (hidden) of canary was read ((hidden))'
    const answer = { name: 'CreateSSHKey', result: { status, message: said } }
    expect(value).toEqual(status === 'Success' ? answer : expect.objectContaining({ message: said, raw: answer }))
  })

  test('never holds our credential, even from a server that echoes what it was asked with', async () => {
    const echo: Answer = ({ headers }, response) => json(response, { devices: [], seen: headers.authorization })
    const { value, text } = await answering(echo)
    expect(value).toEqual({ devices: [], seen: '(hidden)' })
    const failing: Answer = ({ headers }, response) =>
      json(response, { error_code: 'COM0014', error_description: `bad ${headers.authorization}` }, 400)
    expect((await answering(failing)).text + text).not.toContain(secret.apiKey)
  })
})

describe('a refusal of the server is told as it is', () => {
  test.each([400, 403, 404, 409, 429, 500, 503])('%d', async (status) => {
    const body = { error_code: 'COM0099', error_description: 'No' }
    const answer = await answering((_request, response) =>
      response.writeHead(status, { 'retry-after': '7' }).end(JSON.stringify(body)),
    )
    expect(answer.status).toBe(status)
    expect(answer.value).toEqual({
      service: 'mdm',
      status,
      code: 'COM0099',
      message: 'No',
      raw: body,
      retryAfterSeconds: 7,
    })
    expect(answer.headers['retry-after']).toBe('7')
  })

  test('401 is about the console’s own key, which the person can do nothing about', async () => {
    const body = { error_code: 'COM0013', error_description: 'No' }
    const answer = await answering((_request, response) => json(response, body, 401))
    expect(answer.status).toBe(503)
    expect(answer.value).toEqual({ service: 'mdm', status: 503, code: 'KEY_REFUSED', message: 'No', raw: body })
  })

  test('an error in an answer of 200 is one too', async () => {
    const answer = await answering((_request, response) => json(response, { error_code: 'COM0002' }))
    expect([answer.status, answer.value.code]).toEqual([429, 'COM0002'])
  })

  test('no server can say that the person is signed out of the console', async () => {
    const forged = { code: 'SIGNED_OUT', status: 401, service: 'session', message: 'x' }
    const answer = await answering((_request, response) => json(response, forged, 401))
    expect(answer.value).toMatchObject({ service: 'mdm', code: 'KEY_REFUSED' })
    expect((await proxy.call('session.current', {}, cookie)).value.state).toBe('signed-in')
  })

  test('a page in HTML is no answer, and is not shown as one', async () => {
    const html = '<html><script>alert(1)</script>'
    const ok = await answering((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(html),
    )
    expect([ok.status, ok.value.code]).toEqual([502, 'UNEXPECTED_CONTENT'])
    expect(ok.headers['content-type']).toContain('application/json')
    const failed = await answering((_request, response) => response.writeHead(500).end(html))
    expect([failed.status, failed.value.code]).toEqual([500, 'HTTP_500'])
  })

  test.each([301, 302, 303, 307, 308])('a redirect (%d) is not followed', async (status) => {
    const target = new URL('/elsewhere', proxy.desktop.url).href
    const answer = await answering((_request, response) => response.writeHead(status, { location: target }).end('{}'))
    expect([answer.status, answer.value.code]).toEqual([502, 'UNEXPECTED_CONTENT'])
    expect(proxy.desktop.received.map(({ url }) => url)).not.toContain('/elsewhere')
    expect(answer.headers).not.toHaveProperty('location')
  })
})

describe('a server that misbehaves costs one answer, in time', () => {
  const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024, ' '))
  const cases: [string, number, string, Answer][] = [
    ['silent', 504, 'TIMEOUT', () => undefined],
    ['silent after the headers', 504, 'TIMEOUT', (_, response) => response.writeHead(200).write('{')],
    [
      'dripping',
      504,
      'TIMEOUT',
      (_, response) => {
        const drip = setInterval(() => response.write(' '), 100)
        response.once('close', () => clearInterval(drip))
      },
    ],
    ['hanging up', 502, 'UNREACHABLE', (_, response) => response.destroy()],
    [
      'cutting a stated length',
      502,
      'TRUNCATED',
      (_, response) =>
        response.writeHead(200, { 'content-length': 99 }).write('{"devices":[]', () => response.destroy()),
    ],
    ['cutting chunks', 502, 'TRUNCATED', (_, response) => response.write('{"devices":[]', () => response.destroy())],
    [
      'cutting an open end',
      502,
      'TRUNCATED',
      (_, response) => response.socket?.end('HTTP/1.1 200 OK\r\n\r\n{"devices":['),
    ],
    ['speaking garbage', 502, 'UNEXPECTED_CONTENT', (_, response) => response.socket?.end('\0\0garbage\r\n\r\n')],
    ['sending broken JSON', 502, 'UNEXPECTED_CONTENT', (_, response) => response.end('{"devices":[}')],
    ['sending broken UTF-8', 502, 'UNEXPECTED_CONTENT', (_, response) => response.end(Buffer.from([0x22, 0xff, 0x22]))],
    ['sending nothing', 502, 'UNEXPECTED_CONTENT', (_, response) => response.end()],
    ['sending 30 MB', 502, 'ANSWER_TOO_LARGE', (_, response) => response.end(Buffer.alloc(30 * 1024 * 1024, ' '))],
    [
      'sending a gzip bomb',
      502,
      'ANSWER_TOO_LARGE',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    ],
    [
      'sending broken gzip',
      502,
      'UNEXPECTED_CONTENT',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"devices":[]}'),
    ],
    [
      'sending an unknown encoding',
      502,
      'UNEXPECTED_CONTENT',
      (_, response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('{"devices":[]}'),
    ],
    [
      'nesting 100,000 deep',
      502,
      'UNEXPECTED_CONTENT',
      (_, response) => response.end('['.repeat(100_000) + ']'.repeat(100_000)),
    ],
    ['nesting without end', 502, 'UNEXPECTED_CONTENT', (_, response) => response.end('['.repeat(1_000_000))],
    [
      'nesting an error 4,000 deep',
      500,
      'HTTP_500',
      (_, r) => r.writeHead(500).end('['.repeat(4_000) + ']'.repeat(4_000)),
    ],
  ]
  test.each(cases)('%s', async (_, status, code, answer) => {
    const start = Date.now()
    const refused = await answering(answer)
    expect([refused.status, refused.value.code, refused.value.service]).toEqual([status, code, 'mdm'])
    expect(Date.now() - start).toBeLessThan(deadlines.overallMs + withinMs(2_000))
    await expect.poll(() => proxy.mdm.open(), { timeout: 30_000 }).toBeLessThanOrEqual(1) // at most one kept alive
    expect((await answering((_request, response) => json(response, { devices: [] }))).status).toBe(200)
  })

  test('gzip that was not asked for is read where it stays small', async () => {
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      const packed = pack('{"devices":[]}')
      const answer = await answering((_, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(packed),
      )
      expect(answer.text).toBe('{"devices":[]}')
    }
  })
})

test('a server that hangs up was reached: it is not called unreachable', async () => {
  proxy.mdm.answer((_, response) => response.destroy())
  const { value } = await proxy.call('mdm.listDevices', {}, cookie)
  expect(value.message).toMatch(/^The server closed the connection without a response \(\w+\)$/)
})

test('a server that is not there is said to be unreachable within two seconds; a read is tried once more', async () => {
  const other = await startProxy({ deadlines })
  const signedIn = await other.signIn()
  await other.mdm.stop()
  const start = Date.now()
  const { status, value } = await other.call('mdm.listDevices', {}, signedIn)
  expect([status, value.code, value.service]).toEqual([502, 'UNREACHABLE', 'mdm'])
  expect(value.message).toContain('ECONNREFUSED')
  expect(Date.now() - start).toBeGreaterThanOrEqual(200)
  expect(Date.now() - start).toBeLessThan(withinMs(2_000))
  expect((await other.send('/healthz', 'GET')).status, 'the console itself lives').toBe(200)
  await other.stop().catch(() => undefined) // its server is gone already
})

test('when the browser leaves, the server is let go long before its deadline', async () => {
  const other = await startProxy()
  let left = false
  other.mdm.answer((_request, response) => response.once('close', () => (left = true)))
  const headers = { ...own, cookie: await other.signIn(), host: `127.0.0.1:${other.port}`, 'content-length': '2' }
  const lines = Object.entries(headers).map((header) => header.join(': '))
  const socket = connect(other.port, '127.0.0.1')
  socket.write(`POST /api/mdm.listDevices HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{}`)
  await expect.poll(() => other.mdm.received.length, { timeout: 30_000 }).toBe(1)
  socket.destroy()
  await expect.poll(() => left, { timeout: withinMs(2_000) }).toBe(true)
  await other.stop()
})

test('memory stays flat while many answers are too large', async () => {
  // With the usual deadlines: a busy machine may take long to send so much.
  const other = await startProxy()
  const cookieThere = await other.signIn()
  const before = process.memoryUsage.rss()
  other.mdm.answer((_, response) => {
    const part = Buffer.alloc(64 * 1024, ' ')
    const more = () => {
      while (response.writable && response.write(part));
    }
    response.on('drain', more)
    more()
  })
  const answers = await Promise.all(Array.from({ length: 4 }, () => other.call('mdm.listDevices', {}, cookieThere)))
  expect(answers.map(({ value }) => value.code)).toEqual(Array(4).fill('ANSWER_TOO_LARGE'))
  await delay(50)
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  await other.stop()
})

test('a read without an answer is sent again beside the first; what changes something is not', async () => {
  const other = await startProxy({ deadlines: { ...deadlines, againMs: 100 } })
  const signedIn = await other.signIn('chief')
  let silent = 1
  const reply: Answer = (_, response) => (silent-- > 0 ? undefined : json(response, { devices: [] }))
  other.mdm.answer(reply)
  other.mdm.received.length = 0
  expect((await other.call('mdm.listDevices', {}, signedIn)).status).toBe(200)
  expect(other.mdm.received).toHaveLength(2)
  // The one that was given up is gone, and does not use up a connection.
  await expect.poll(() => other.mdm.open(), { timeout: 30_000 }).toBeLessThanOrEqual(1)

  silent = 1
  other.mdm.received.length = 0
  const change = await other.call('mdm.createUser', { user_name: 'Ada', user_email: 'ada@example.com' }, signedIn)
  expect([change.status, other.mdm.received.length]).toEqual([504, 1])
  await other.stop()
})

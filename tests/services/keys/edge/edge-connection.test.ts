import { once } from 'node:events'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseJson } from '#contract/json.ts'
import { keys } from '#contract/keys/operations.ts'
import { Problem } from '#contract/problem.ts'
import { Refusal } from '#crypto/refusal.ts'
import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'
import { multipart } from '../multipart-body.ts'
import { anyAnswers, documentOf, type EdgeWorld, inForm, inQuery, startEdge } from './edge-world.ts'

let edge: EdgeWorld
let failing: () => unknown = () => new Error('nothing to fail with')
const waiting = Promise.withResolvers<AbortSignal>()
beforeAll(async () => {
  edge = await startEdge({
    endpoints: (reached) =>
      anyAnswers(reached).map((route) => {
        if (route.endpoint === keys.deleteSshKey) route.answer = () => Promise.reject(failing())
        if (route.endpoint === keys.discoverHost) route.answer = (_, { signal }) => untilAborted(signal)
        return route
      }),
  })
})
afterAll(() => edge.stop())

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  if (signal) waiting.resolve(signal)
  return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
}

const fail = (error: unknown) => {
  failing = () => error
  return edge.ask(keys.deleteSshKey.path + inQuery(documentOf({ key_name: 'k' })), { method: 'DELETE' })
}

test.each<[string, unknown, number, string]>([
  ['a refusal', new Problem('REFUSED', 'key_name: no'), 200, 'key_name: no'],
  ['a refusal of cryptography', new Refusal('damaged', 'It is damaged', 'file'), 200, 'file: It is damaged'],
  ['a refusal of a host', new SshRefusal('unreachable', 'It does not answer'), 200, 'It does not answer'],
  ['too much to do', new Refusal('busy', 'The queue is full'), 503, 'The queue is full'],
  ['a sealed vault', new Refusal('sealed', 'The vault is sealed'), 503, 'The vault is sealed'],
])('%s is answered in the words of the operation', async (_, error, expected, message) => {
  const { status, json, headers } = await fail(error)
  expect([status, json()]).toEqual([expected, { name: 'DeleteSSHKey', result: { status: 'Failed', message } }])
  expect(Number(headers['retry-after'] ?? 0) > 0).toBe(expected === 503)
})

test('too many reveals say when to come back', async () => {
  const { status, headers } = await fail(new Problem('TOO_MANY_REVEALS', undefined, { retryAfterSeconds: 42 }))
  expect([status, headers['retry-after']]).toEqual([429, '42'])
})

test('what goes wrong inside says a number, which is in the log, and no secret is', async () => {
  for (const error of [
    new Error('inside'),
    new Refusal('not-authentic', 'altered'),
    'text',
    parsing('{"passphrase": "canary-5512" oops}'),
  ]) {
    const { status, text } = await fail(error)
    expect(status).toBe(500)
    expect(text).not.toMatch(/inside|altered|canary/)
    const [number = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text) ?? []
    expect(edge.logged.filter((line) => line.includes(number))).toHaveLength(1)
  }
  expect(edge.logged.join('\n')).not.toContain('canary-5512')
})
const parsing = (text: string) => {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    return error
  }
}

test('neither key, query, body nor unknown address gets into the log', async () => {
  const canary = 'canary-9c41'
  const document = documentOf({ keyName: canary })
  const { path } = keys.getSshKey
  await edge.ask(path + inQuery(document), { method: 'POST' })
  await edge.ask(`${path}/AUTHTOKEN=${canary}`, { method: 'POST', key: '' })
  await edge.ask(`${path}/AUTHTOKEN=${edge.key}${inQuery(document)}`, { method: 'POST', key: '' })
  await edge.ask(`/api/pki/restapi/${canary}`, {})
  await edge.ask(`/${canary}?${canary}=${canary}`, { key: canary })
  await edge.ask(path, { method: 'POST', ...inForm(document) })
  await edge.ask(path, { method: 'POST', ...inForm(`{"operation": ${canary}`) })
  await edge.ask(path, { method: 'POST', ...multipart([{ name: canary, content: canary, file: canary }]) })
  await edge.raw(`GET /${canary} HTTP/9.9\r\n\r\n`)
  const log = edge.logged.join('\n')
  expect(log).toContain('"operation":"getSSHKey"')
  expect(log).toContain('"operation":"unknown"')
  expect(log).not.toContain(canary)
  expect(log).not.toContain(edge.key)
})

test('a client that goes away ends the work for it', async () => {
  const details = documentOf({ HOST: 'a.example', TIMEOUT: '5', PORT: '443' })
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(edge.server.origin).port), ca: edge.identity.cert })
  await once(socket, 'secureConnect')
  const target = keys.discoverHost.path + inQuery(details)
  socket.write(`POST ${target} HTTP/1.1\r\nhost: localhost\r\nauthtoken: ${edge.key}\r\ncontent-length: 0\r\n\r\n`)
  const signal = await waiting.promise
  expect(signal.aborted).toBe(false)
  const aborted = once(signal, 'abort')
  socket.destroy()
  await aborted
  await expect.poll(() => edge.logged.at(-1)).toContain('"operation":"sslCertSingleDiscovery","status":0')
})

test('a file has its exact length and a name for every reader, and nothing is kept', async () => {
  const { headers, bytes, status } = await edge.ask(keys.exportSshKey.path + inQuery(documentOf({ keyName: 'k' })), {
    method: 'POST',
  })
  expect([status, headers['content-length']]).toEqual([200, String(bytes.length)])
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"]*"; filename\*=UTF-8''/)
  for (const { headers } of [
    await edge.ask(keys.listSshKeys.path),
    await edge.ask('/'),
    await edge.ask('/', { key: '' }),
  ]) {
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  }
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})

const head = (line: string, ...headers: string[]) =>
  [line, 'host: localhost', `authtoken: ${edge.key}`, ...headers, '', ''].join('\r\n')
const list = `GET ${keys.listSshKeys.path} HTTP/1.1`

test('requests that two readers could read in two ways are refused, and the next client is served', async () => {
  const requests = [
    head(list, 'content-length: 5', 'transfer-encoding: chunked') + '0\r\n\r\n',
    head(list, 'content-length: 5', 'content-length: 6') + '123456',
    head(list, 'content-length: -1'),
    head(list, 'content-length: 1e1') + '1234567890',
    head(list, 'transfer-encoding: chunked, identity') + '0\r\n\r\n',
    head(list, 'transfer-encoding: xchunked') + '0\r\n\r\n',
    head(list, 'transfer-encoding : chunked') + '0\r\n\r\n',
    head(list, ' folded: header'),
    head(list, 'a\u0000b: c'),
    head(list, 'a: b\u0000c'),
    head(`get ${keys.listSshKeys.path} HTTP/1.1`),
    head(`GET ${keys.listSshKeys.path} HTTP/3.1`),
    head(`GET ${keys.listSshKeys.path} HTTP/1.1\nx: y`),
    head('GET'),
    head(`CONNECT localhost:22 HTTP/1.1`),
    head(list, `x: ${'y'.repeat(400 * 1024)}`),
    head(list, 'transfer-encoding: chunked') + 'zz\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001\u0000',
    head(`GET https://localhost${keys.listSshKeys.path} HTTP/1.1`),
    head('GET * HTTP/1.1'),
    [list, `authtoken: ${edge.key}`, '', ''].join('\r\n'),
    [list, 'host: localhost', 'host: evil.example', `authtoken: ${edge.key}`, '', ''].join('\r\n'),
  ]
  for (const request of requests) {
    const answer = await edge.raw(request)
    expect([request.slice(0, 120), answer]).toEqual([
      request.slice(0, 120),
      expect.stringMatching(/^(HTTP\/1\.1 4\d\d |$)/),
    ])
    expect((answer.match(/HTTP\/1\.1 /g) ?? []).length, request.slice(0, 120)).toBeLessThanOrEqual(1)
  }
  expect((await edge.ask(keys.listSshKeys.path)).status).toBe(200)
}, 120_000)

test('what is no HTTP, or too large for it, is refused in the envelope', async () => {
  for (const [request, why] of [
    [head(list, `x: ${'y'.repeat(400 * 1024)}`), /large/],
    [head(list, 'a\u0000b: c'), /HTTP/],
  ] as const) {
    const body = async () => (await edge.raw(request)).split('\r\n\r\n')[1] ?? ''
    // A connection that is quiet for long is left, and on a busy machine that is before the answer.
    const answer = expect.poll(async () => parseJson((await body()) || 'null'), { timeout: 20_000 })
    await answer.toEqual({ name: '', result: { status: 'Failed', message: expect.stringMatching(why) as string } })
  }
})

test('a second token in another header line is no token', async () => {
  expect(await edge.raw(head(list, `authtoken: ${edge.key}`))).toMatch(/^HTTP\/1\.1 401 /)
})

test('two requests on one connection are two answers', async () => {
  const answer = await edge.raw(head(list) + head(list))
  expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
})

test('only TLS is spoken, 1.2 or newer', async () => {
  await expect(fetch(edge.server.origin.replace('https', 'http') + keys.listSshKeys.path)).rejects.toThrow()
  const old = connect({
    host: '127.0.0.1',
    port: Number(new URL(edge.server.origin).port),
    ca: edge.identity.cert,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  const [error] = (await once(old, 'error')) as [Error]
  expect(error.message).toMatch(/alert|version/i)
})

test('closing lets a call that runs end', async () => {
  const own = await startEdge({
    endpoints: (reached) =>
      anyAnswers(reached).map((route) => ({
        endpoint: route.endpoint,
        answer: async (request, call) => {
          void own.server.close()
          await new Promise((resolve) => setImmediate(resolve))
          return route.answer(request, call)
        },
      })),
  })
  expect((await own.ask(keys.listSshKeys.path)).status).toBe(200)
  await expect(own.ask(keys.listSshKeys.path)).rejects.toThrow(/ECONNREFUSED|ECONNRESET|hang up/)
  await own.stop().catch(() => undefined)
})

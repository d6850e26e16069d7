import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAssets } from '#proxy/http/assets.ts'
import { startProxy } from '../../support/proxy.ts'

const script = `export const answer = ${'42'.repeat(600)}`
const page =
  '<!doctype html><html lang="en"><meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__" src="/assets/a-1.js"></script>'
const files: Record<string, string | Buffer> = {
  'index.html': page + ' '.repeat(2_000),
  'favicon.svg': '<svg/>',
  'assets/a-1.js': script,
  'assets/a-1.js.br': brotliCompressSync(script),
  'assets/a-1.js.gz': gzipSync(script),
  'assets/a-1.js.map': '{}',
  'assets/b-2.woff2': Buffer.from([1, 2, 3]),
  '.vite/manifest.json': '{}',
  '.env': 'SECRET=1',
}

let folder: string
let proxy: Awaited<ReturnType<typeof startProxy>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-dist-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  proxy = await startProxy({ assets: await readAssets(folder) })
})
afterAll(async () => {
  await proxy.stop()
  await rm(folder, { recursive: true, force: true })
})

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (path: string, headers: Record<string, string> = {}) => proxy.send(path, 'GET', headers)
const policyOf = (answer: Awaited<ReturnType<typeof get>>) => String(answer.headers['content-security-policy'])
const nonceOf = (answer: Awaited<ReturnType<typeof get>>) => /'nonce-([^']+)'/.exec(policyOf(answer))?.[1]

describe('a built file', () => {
  test('with a hash in its name is kept for ever, and travels as it was packed at build time', async () => {
    const br = await get('/assets/a-1.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(br.headers).toMatchObject({
      'content-type': expect.stringContaining('text/javascript') as string,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(br.bytes).toString()).toBe(script)
    expect(gunzipSync((await get('/assets/a-1.js', { 'accept-encoding': 'gzip' })).bytes).toString()).toBe(script)
    expect((await get('/assets/a-1.js')).text).toBe(script)
    expect((await get('/assets/b-2.woff2')).headers['content-type']).toBe('font/woff2')
  })

  test('without one is asked for again, and answered with 304 while it is the same', async () => {
    const first = await get('/favicon.svg')
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('image/svg+xml') as string,
    })
    const again = await get('/favicon.svg', { 'if-none-match': String(first.headers.etag) })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await get('/favicon.svg', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('answers HEAD without a body', async () => {
    const { status, text, headers } = await proxy.send('/assets/a-1.js', 'HEAD')
    expect([status, text, headers['cache-control']]).toEqual([200, '', 'public, max-age=31536000, immutable'])
  })
})

describe('the page', () => {
  test('comes for every address that a person opens, with a new nonce each time, and is kept nowhere', async () => {
    const answers = await Promise.all(
      ['/', '/devices', '/devices/9007199254741001/restrictions?filter=x.y'].map((path) => get(path, html)),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers).toMatchObject({ 'content-type': 'text/html;charset=UTF-8', 'cache-control': 'no-store' })
      expect(answer.text).not.toContain('__CSP_NONCE__')
      expect(answer.text.split(`nonce="${nonceOf(answer)}"`)).toHaveLength(3)
    }
    expect(new Set(answers.map(nonceOf)).size).toBe(3)
    expect(Buffer.from(nonceOf(answers[0] ?? (await get('/'))) ?? '', 'base64')).toHaveLength(16)
  })

  test('tells the browser of nobody so, and never one that may have kept its cookie back', async () => {
    const marked = async (headers: Record<string, string>) =>
      /<html[^>]* data-signed-out/.test((await get('/devices', { ...html, ...headers })).text)
    expect(await marked({ 'sec-fetch-site': 'none' })).toBe(true)
    expect(await marked({ 'sec-fetch-site': 'same-origin' })).toBe(true)
    expect(await marked({ 'sec-fetch-site': 'cross-site' }), 'a strict cookie stays away').toBe(false)
    expect(await marked({}), 'an old browser').toBe(false)
    expect(await marked({ 'sec-fetch-site': 'none', cookie: '__Host-Http-triptych=any' })).toBe(false)
  })

  test('comes for a tool that asks where the console starts, and takes anything', async () => {
    for (const accept of ['*/*', 'text/html']) expect((await get('/', { accept })).status).toBe(200)
    expect((await proxy.send('/', 'GET')).status).toBe(200)
    expect((await get('/', { accept: 'application/json' })).status).toBe(404)
  })

  test('comes for an object whose name starts with dots', async () => {
    for (const name of ['.deploy', '..%2F..%2Fetc', 'team%2F.deploy']) {
      expect((await get(`/ssh-keys/keys/${name}/`, html)).status, name).toBe(200)
    }
  })

  test('is not what a script, a picture or a tool gets for an address that does not exist', async () => {
    for (const [path, accept] of [
      ['/devices', '*/*'],
      ['/devices', 'application/json'],
      ['/assets/gone-9.js', html.accept],
      ['/nothing.png', html.accept],
    ] as const) {
      expect((await get(path, { accept })).status, `${path} as ${accept}`).toBe(404)
    }
    expect((await proxy.send('/devices', 'POST', html)).status).toBe(405)
  })
})

test.each([
  '/.env',
  '/.git/config',
  '/.vite/manifest.json',
  '/assets/a-1.js.map',
  '/assets/a-1.js.br',
  '/index.html',
  '/package.json',
  '/src/server.ts',
  '/data/triptych.sqlite',
  '/assets/../.env',
  '/assets/..%2f.env',
  '/assets/%2e%2e/.env',
  '/assets/..%5c.env',
  '/..%2f..%2fetc%2fpasswd.txt',
  '/%2e%2e/%2e%2e/etc/passwd.',
  '/assets/a-1.js%00.html',
  '/assets/a-1.js/',
  '/ASSETS/A-1.JS',
  '/__proto__.js',
])('%s is 404', async (path) => {
  const raw = await proxy.raw(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
  )
  expect(raw).toMatch(/^HTTP\/1\.1 4(00|04) /)
  expect(raw).not.toContain('SECRET')
})

test('the security headers are the same on every status', async () => {
  const cookie = await proxy.signIn()
  proxy.mdm.answer((_, response) => response.writeHead(500).end('{}'))
  const etag = String((await get('/favicon.svg')).headers.etag)
  const answers = {
    200: await get('/', html),
    '200 asset': await get('/assets/a-1.js'),
    '200 call': await proxy.call('session.current'),
    '200 health': await get('/healthz'),
    304: await get('/favicon.svg', { 'if-none-match': etag }),
    400: await proxy.call('mdm.listDevices', 'x', cookie),
    401: await proxy.call('mdm.listDevices'),
    403: await proxy.send('/api/session.current', 'POST', {}, '{}'),
    404: await get('/nothing.js'),
    '404 call': await proxy.call('session.nothing'),
    405: await proxy.send('/', 'DELETE'),
    415: await proxy.send('/api/session.current', 'POST', { 'x-triptych': '1' }, '{}'),
    421: await get('/', { host: 'evil.test' }),
    500: await proxy.call('mdm.listDevices', {}, cookie),
  }
  for (const [name, answer] of Object.entries(answers)) {
    expect(`${answer.status}`, name).toBe(name.slice(0, 3))
    expect(policyOf(answer).replaceAll(nonceOf(answer) ?? '-', 'N'), name).toBe(
      "default-src 'none'; script-src 'nonce-N' 'strict-dynamic'; style-src 'nonce-N' 'self'; img-src 'self'; " +
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default",
    )
    expect(answer.headers, name).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()') as string,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': expect.stringMatching(/^(no-store|no-cache|public, max-age=31536000, immutable)$/) as string,
    })
    expect(Object.keys(answer.headers)).not.toContain('x-powered-by')
    expect(Object.keys(answer.headers)).not.toContain('server')
  }
})

test('it says that it lives, with the time of its clock', async () => {
  const { status, headers } = await get('/healthz')
  expect(status).toBe(200)
  expect(Math.abs(Date.parse(String(headers.date)) - Date.now())).toBeLessThan(2_000)
  expect((await get('/readyz')).status).toBe(200)
})

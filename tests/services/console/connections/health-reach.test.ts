import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { startTlsHosts } from '#services/lab/tls-hosts/tls-hosts.ts'
import { newRoot } from '../../../crypto/x509/authorities.ts'
import { withinMs } from '../../../support/runs.ts'
import { at, serverOf, healthy, startHealth, withKey } from './health-world.ts'
import { authorityPem, startTlsServer } from './tls-server.ts'

/** A port where somebody takes every connection and does this with it. */
async function rawServer(behave: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()))
    behave(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const tlsHandshake = 0x16

/** What is said of mobile device management at this address, to somebody who is signed in. */
async function saidOf(baseUrl: string | URL, ca?: string) {
  const console = await startHealth({ mdm: { baseUrl: new URL(baseUrl), ...(ca !== undefined && { ca }), ...withKey } })
  return console.findings('mdm', await console.signIn())
}

describe('a wrong base_url is explained', () => {
  test('another host', async () => {
    const { of, level } = await saidOf('https://mdm.no-such-host.invalid')
    expect(level).toBe('bad')
    expect(of('reach')).toMatchObject({
      level: 'bad',
      title: expect.stringMatching(/^(Host name not found|The host name could not be resolved)$/) as string,
      detail: expect.stringContaining('mdm.no-such-host.invalid') as string,
    })
  })

  test('another port', async () => {
    const { of, findings } = await saidOf('http://127.0.0.1:1')
    expect(of('reach')).toEqual({
      check: 'reach',
      level: 'bad',
      title: 'Connection refused at this port',
      detail: '127.0.0.1:1 (ECONNREFUSED)',
      next: 'Check the port in base_url of "my-mdm", and that the server is running.',
    })
    expect(findings).toHaveLength(2)
  })

  test('http where the server requires https', async () => {
    const { url } = await startTlsServer()
    const { of } = await saidOf(`http://${url.host}`)
    expect(of('address')).toMatchObject({
      level: 'bad',
      title: 'The server requires https, but the base URL uses http',
      next: 'Write https:// instead of http:// in base_url of "my-mdm".',
    })
  })

  test('http where the server redirects to https', async () => {
    const server = await serverOf((_request, response) =>
      response.writeHead(301, { location: 'https://mdm.example.com/' }).end(),
    )
    const { of, level } = await saidOf(server.url)
    expect([level, of('address')?.title]).toEqual(['bad', 'The server requires https, but the base URL uses http'])
  })

  test('https where the server uses http', async () => {
    const server = await serverOf(healthy.mdm)
    const { of } = await saidOf(`https://${server.url.host}`)
    expect(of('tls')).toMatchObject({
      level: 'bad',
      title: 'The server uses plain http at this port, but the base URL uses https',
    })
  })

  test('a superfluous path', async () => {
    const server = await serverOf(healthy.mdm)
    const { of, findings } = await saidOf(`${server.url.origin}/console`)
    expect(of('address')).toMatchObject({
      level: 'bad',
      title: 'The base URL has an unnecessary path',
      next: 'Remove the path in base_url of "my-mdm".',
    })
    expect(findings.filter(({ level }) => level === 'bad')).toHaveLength(1)
  })

  test('another server', async () => {
    const server = await serverOf((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    )
    const { of } = await saidOf(server.url)
    expect(of('answers')).toMatchObject({ level: 'bad', title: 'Unexpected response' })
  })

  test('a URL that redirects elsewhere', async () => {
    const server = await serverOf((_request, response) =>
      response.writeHead(302, { location: '/login?service=x' }).end(),
    )
    const { of } = await saidOf(server.url)
    expect(of('answers')).toMatchObject({
      level: 'bad',
      title: 'The server redirects to another address',
      detail: '/login',
    })
  })
})

describe('a reachable server without a response', () => {
  test('sends nothing: no response, nothing at all, and nothing in the TLS handshake, for at most fifteen seconds', async () => {
    const baseUrl = await rawServer(() => undefined)
    const console = await startHealth({
      mdm: { baseUrl, ...withKey },
      keys: { baseUrl: new URL(`https://${baseUrl.host}`), ...withKey },
      desktop: await at(() => undefined),
    })
    const start = performance.now()
    const { all } = await console.check()
    expect(performance.now() - start).toBeLessThan(withinMs(15_000))
    expect(all).toHaveLength(3)
    for (const { level, findings } of all) {
      expect(level).toBe('bad')
      expect(findings.find(({ check }) => check === 'reach')).toMatchObject({
        level: 'bad',
        title: 'The server accepts the connection but does not respond',
      })
    }
  }, 180_000)

  test('closes the connection', async () => {
    const { of } = await saidOf(await rawServer((socket) => socket.destroy()))
    expect(of('reach')).toMatchObject({
      level: 'bad',
      title: 'The server closes the connection without a valid response',
    })
  })

  test('refuses everything', async () => {
    const server = await serverOf((_request, response) => response.writeHead(400).end('no'))
    const { of, level } = await saidOf(server.url)
    expect([level, of('answers')?.title]).toEqual(['bad', 'The server rejects a basic request'])
    expect(of('version')).toBeUndefined()
  })

  test('fails', async () => {
    const server = await serverOf((_request, response) => response.writeHead(500).end('{"error_code":"COM0004"}'))
    const { of, level } = await saidOf(server.url)
    expect([level, of('answers')?.title]).toEqual(['bad', 'The server fails'])
  })
})

describe('a rejected certificate is explained, with the remedy', () => {
  test.each([
    ['has expired', { days: -1 }, 'The certificate of the server has expired', /^Renew/],
    [
      'is for another host',
      { names: 'other.example' },
      'The certificate is for another host',
      /^Write one of the names/,
    ],
    ['is self-signed', { selfSigned: true }, 'The certificate of the server is self-signed', /ca_file of "my-mdm"/],
  ])('it %s', async (_case, options, title, next) => {
    const { url } = await startTlsServer({ ...options, answer: healthy.mdm })
    const { of, level } = await saidOf(url, authorityPem)
    expect([level, of('reach')?.level]).toEqual(['bad', 'good'])
    expect(of('tls')).toMatchObject({ level: 'bad', title })
    expect(of('tls')?.next).toMatch(next)
    if ('names' in options) expect(of('tls')?.detail).toContain('for other.example')
  })

  test('an unknown issuer, until ca_file names the authority', async () => {
    const { url } = await startTlsServer({ answer: healthy.mdm })
    const unknown = await saidOf(url)
    expect(unknown.of('tls')).toMatchObject({ title: 'The issuer of the certificate is not trusted' })
    expect(unknown.of('tls')?.next).toContain('ca_file of "my-mdm"')
    const known = await saidOf(url, authorityPem)
    expect([known.level, known.of('tls')?.title]).toEqual(['good', 'The certificate is valid and trusted'])
  })

  test('also where the server answers plain requests with a hint at https', async () => {
    const { url } = await startTlsServer({ answer: healthy.mdm })
    const both = await rawServer((socket) =>
      socket.once('data', (bytes) => {
        if (bytes[0] !== tlsHandshake) return socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')
        const behind = connect(Number(url.port), '127.0.0.1').on('error', () => socket.destroy())
        behind.write(bytes)
        return socket.pipe(behind).pipe(socket)
      }),
    )
    const { of } = await saidOf(`https://${both.host}`)
    expect(of('tls')?.title).toBe('The issuer of the certificate is not trusted')
    const plain = await saidOf(both)
    expect(plain.of('address')?.title).toBe('The server requires https, but the base URL uses http')
    expect(plain.findings.map(({ check }) => check)).toEqual(['address', 'reach'])
  })

  test('a self-signed one is accepted as soon as ca_file names it', async () => {
    const { url, pem } = await startTlsServer({ selfSigned: true, answer: healthy.mdm })
    const { level, of } = await saidOf(url, pem)
    expect([level, of('tls')?.title]).toEqual(['good', 'The certificate is valid and trusted'])
  })

  test('insecure TLS versions are not used', async () => {
    const authority = await newRoot()
    const lab = await startTlsHosts({ authority })
    onTestFinished(() => lab.close())
    const port = (name: string) => lab.hosts.find((host) => host.name === name)?.port
    const pem = writePem('CERTIFICATE', authority.certificate)
    const { of } = await saidOf(`https://127.0.0.1:${port('weak')}`, pem)
    expect(of('tls')?.title).toBe('The server supports only outdated versions of TLS')
    expect((await saidOf(`https://127.0.0.1:${port('ssl3')}`, pem)).of('tls')?.title).toBe(of('tls')?.title)
  })

  test('one that expires soon is reported in time', async () => {
    const { url } = await startTlsServer({ days: 12, answer: healthy.mdm })
    const { of, level } = await saidOf(url, authorityPem)
    expect([level, of('tls')?.level]).toEqual(['warning', 'warning'])
    expect(of('tls')?.title).toMatch(/^The certificate of the server expires in 1[12] days$/)
  })
})

test('http to another machine is allowed and reported', async () => {
  const { of } = await saidOf('http://mdm.no-such-host.invalid')
  expect(of('address')).toMatchObject({
    level: 'warning',
    title: 'The base URL uses http: passwords and keys are sent unencrypted',
  })
})

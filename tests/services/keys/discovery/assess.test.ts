import { createServer, type TlsOptions } from 'node:tls'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { issueIdentity } from '#services/lab/tls-hosts/host-certificate.ts'
import { oldServer, type OldServer } from '#services/lab/tls-hosts/old-server.ts'
import { startTlsHosts, type TlsHosts } from '#services/lab/tls-hosts/tls-hosts.ts'
import { contextOf } from '#services/lab/tls-hosts/web-host.ts'
import { isInstalled } from '../../../crypto/x509/tools.ts'
import { withinMs } from '../../../support/runs.ts'
import { demoScanner, labAuthority } from './lab-hosts.ts'
import { opensslServer } from './openssl-server.ts'
import { rawHost } from './raw-host.ts'

let authority: Issuer
let lab: TlsHosts
beforeAll(async () => {
  authority = await labAuthority()
  lab = await startTlsHosts({ authority })
})
afterAll(() => lab.close())

const healthy = { ssl3: 'no', poodle: 'no', noTls12: 'no', heartbleed: 'no', weakCipherSuites: [] as string[] }

async function assess(port: number, timeoutSeconds = 5) {
  const [result] = await demoScanner().assess([{ host: '127.0.0.1', port }], { timeoutSeconds })
  if (!result) throw new Error('There is no result')
  return result.status === 'SUCCESS' ? result.vulnerabilities : result.message
}

describe('the hosts of the lab', () => {
  test.each([
    ['valid', healthy],
    ['expired', healthy],
    [
      'weak',
      {
        ...healthy,
        noTls12: 'yes',
        weakCipherSuites: ['TLS_RSA_WITH_NULL_SHA', 'TLS_RSA_WITH_NULL_MD5', 'TLS_ECDH_anon_WITH_AES_128_CBC_SHA'],
      },
    ],
    [
      'ssl3',
      { ...healthy, ssl3: 'yes', poodle: 'yes', noTls12: 'yes', weakCipherSuites: ['TLS_RSA_WITH_3DES_EDE_CBC_SHA'] },
    ],
    ['heartbleed', { ...healthy, heartbleed: 'yes', weakCipherSuites: ['TLS_RSA_WITH_3DES_EDE_CBC_SHA'] }],
  ])('%s', async (name, vulnerabilities) => {
    const port = lab.hosts.find((host) => host.name === name)?.port ?? 0
    expect(await assess(port)).toEqual(vulnerabilities)
  })
})

describe('versions', () => {
  test.each<[string, TlsOptions, 'yes' | 'no']>([
    ['TLS 1.3 alone is not at fault', { minVersion: 'TLSv1.3' }, 'no'],
    ['TLS 1.2 alone is not at fault', { maxVersion: 'TLSv1.2' }, 'no'],
    ['TLS 1.1 alone is', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'AES128-SHA:@SECLEVEL=0' }, 'yes'],
    ['TLS 1.0 alone is', { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'AES128-SHA:@SECLEVEL=0' }, 'yes'],
  ])('%s', async (_, options, noTls12) => {
    expect(await assess(await nodeServer(options))).toEqual({ ...healthy, noTls12 })
  })

  test('a host of TLS 1.3 alone gives its certificates too, though they travel encrypted', async () => {
    const port = await nodeServer({ minVersion: 'TLSv1.3' })
    const [result] = await demoScanner().discover([{ host: '127.0.0.1', port }], { timeoutSeconds: 5 })
    expect(result).toMatchObject({ status: 'SUCCESS', protocol: 'TLS 1.3' })
    const certificates = result?.status === 'SUCCESS' ? result.certificates : []
    expect(certificates).toHaveLength(2)
    expect(certificates[1]).toEqual(authority.certificate)
  })
})

describe('heartbeats', () => {
  test('a host that checks them is healthy, and is told apart at once', async () => {
    const start = performance.now()
    expect(await assess(await simulated({ heartbeat: 'checked' }))).toMatchObject({ heartbleed: 'no' })
    expect(performance.now() - start).toBeLessThan(withinMs(1_000))
  })

  test('a host that leaves them all unanswered leaves the question open', async () => {
    const silent = oldServer({ version: 'TLS 1.2', chain: await rsaChain(), heartbeat: 'checked' })
    const { port } = await rawHost((socket) => {
      const write = socket.write.bind(socket)
      socket.write = (bytes: Buffer | string) => (bytes[0] === heartbeatRecord ? true : write(bytes))
      silent.emit('connection', socket)
    })
    expect(await assess(port, 1)).toEqual({
      ...healthy,
      heartbleed: 'unknown',
      weakCipherSuites: ['TLS_RSA_WITH_3DES_EDE_CBC_SHA'],
    })
  })
})

test('a host that speaks no TLS, or none that we know, is not called healthy', async () => {
  const http = await rawHost((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expect(await assess(http.port)).toBe('This port serves HTTP without TLS')
  const closing = await rawHost((socket) => void socket.once('data', () => socket.end()))
  expect(await assess(closing.port)).toBe('The server rejects every handshake')
  const silent = await rawHost(() => undefined)
  expect(await assess(silent.port, 1)).toBe('No answer within 1 s')
})

test('a host that claims suites which nobody offered cannot keep us busy', async () => {
  const chain = await rsaChain()
  const liar = oldServer({ version: 'TLS 1.2', chain })
  let connections = 0
  const { port } = await rawHost((socket) => {
    connections += 1
    const write = socket.write.bind(socket)
    socket.write = (bytes: Buffer | string) => write(forged(bytes as Buffer))
    liar.emit('connection', socket)
  })
  expect(await assess(port)).toMatchObject({ weakCipherSuites: [] })
  expect(connections).toBeLessThan(20)
})

describe.skipIf(!isInstalled('openssl'))('what openssl serves is found as it was set up', () => {
  test.each<[string, string[], object]>([
    ['TLS 1.3', ['-tls1_3'], healthy],
    ['TLS 1.2', ['-tls1_2'], healthy],
    ['TLS 1.1', ['-tls1_1', '-cipher', 'AES128-SHA:@SECLEVEL=0'], { ...healthy, noTls12: 'yes' }],
    ['TLS 1.0', ['-tls1', '-cipher', 'AES128-SHA:@SECLEVEL=0'], { ...healthy, noTls12: 'yes' }],
    [
      'weak suites',
      ['-tls1_2', '-cipher', 'ADH-AES128-SHA:ECDHE-RSA-NULL-SHA:NULL-SHA256:AES128-SHA:@SECLEVEL=0'],
      {
        ...healthy,
        weakCipherSuites: [
          'TLS_DH_anon_WITH_AES_128_CBC_SHA',
          'TLS_ECDHE_RSA_WITH_NULL_SHA',
          'TLS_RSA_WITH_NULL_SHA256',
        ],
      },
    ],
  ])('%s', async (_, args, expected) => {
    const port = await opensslServer(args)
    const found = await assess(port)
    if (typeof found === 'string') throw new Error(found)
    expect({ ...found, weakCipherSuites: found.weakCipherSuites.toSorted() }).toEqual(expected)
    const [result] = await demoScanner().discover([{ host: '127.0.0.1', port }], { timeoutSeconds: 5 })
    expect(result).toMatchObject({
      status: 'SUCCESS',
      message: expect.stringMatching(/^openssl\.example, .*self-signed/) as unknown,
    })
  })

  test('a server that demands a certificate of ours gives its own first', async () => {
    for (const version of ['-tls1_2', '-tls1_3']) {
      const port = await opensslServer([version, '-Verify', '1'])
      const [result] = await demoScanner().discover([{ host: '127.0.0.1', port }], { timeoutSeconds: 5 })
      expect(result).toMatchObject({ status: 'SUCCESS' })
    }
  })
})

async function nodeServer(options: TlsOptions): Promise<number> {
  const server = createServer({ ...contextOf(await rsaIdentity()), ...options })
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function simulated(server: Omit<OldServer, 'chain' | 'version'>): Promise<number> {
  const host = oldServer({ version: 'TLS 1.2', chain: await rsaChain(), ...server })
  return (await rawHost((socket) => void host.emit('connection', socket))).port
}

const rsaIdentity = () =>
  issueIdentity(authority, {
    commonName: 'rsa.example',
    names: 'rsa.example',
    key: { algorithm: 'RSA', bits: 2048 },
    validity: validityOf(1, 'days'),
  })

const rsaChain = async () => (await rsaIdentity()).chain

const heartbeatRecord = 24

/** The suite in a ServerHello (after record, message, version, random and session) becomes one that no hello offers. */
function forged(bytes: Buffer): Buffer {
  const suiteAt = 5 + 4 + 2 + 32 + 33
  if (bytes[0] === 22) bytes.writeUInt16BE(0x1399, suiteAt)
  return bytes
}

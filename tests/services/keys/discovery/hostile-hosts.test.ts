import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { handshakeMessage, record, vector } from '#crypto/tls-probe/wire.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { oldServer } from '#services/lab/tls-hosts/old-server.ts'
import { longestStall } from '../../../crypto/longest-stall.ts'
import { ask, isInstalled } from '../../../crypto/x509/tools.ts'
import { demoScanner, labAuthority } from './lab-hosts.ts'
import { withinMs } from '../../../support/runs.ts'
import { rawHost } from './raw-host.ts'

const tls12 = 0x0303

const say = (bytes: Uint8Array | string) => (socket: Socket) => void socket.write(bytes)
const flight = (...messages: Buffer[]) => Buffer.concat(messages.map((message) => record('handshake', tls12, message)))

const hello = handshakeMessage('serverHello', Buffer.from([3, 3]), Buffer.alloc(32), Buffer.from([0, 0, 0x2f, 0]))
const certificates = (...list: Uint8Array[]) =>
  handshakeMessage('certificate', vector(3, ...list.map((certificate) => vector(3, certificate))))

/** In as many records as it takes. */
function inRecords(message: Buffer): Buffer {
  const records: Buffer[] = []
  for (let at = 0; at < message.length; at += 16_000) {
    records.push(record('handshake', tls12, message.subarray(at, at + 16_000)))
  }
  return Buffer.concat(records)
}

async function discover(port: number, timeoutSeconds = 5) {
  const start = performance.now()
  const [result] = await demoScanner().discover([{ host: '127.0.0.1', port }], { timeoutSeconds })
  if (!result) throw new Error('There is no result')
  return { ...result, seconds: (performance.now() - start) / 1_000 }
}

test.each<[string, (socket: Socket) => void, string]>([
  ['hangs up at once', (socket) => void socket.destroy(), 'The host closes the connection during the TLS handshake'],
  [
    'resets the connection',
    (socket) => void socket.resetAndDestroy(),
    'The host closes the connection during the TLS handshake',
  ],
  [
    'resets it after the hello',
    (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    'The host closes the connection during the TLS handshake',
  ],
  ['speaks HTTP', say('HTTP/1.1 400 Bad Request\r\n\r\n'), 'This port serves HTTP without TLS'],
  ['sends garbage', say(Buffer.alloc(100_000, 0xa5)), 'This port does not serve TLS'],
  [
    'declines',
    say(record('alert', tls12, Buffer.from([2, 40]))),
    'The server rejects the handshake: handshake failure (40)',
  ],
  [
    'begins with what is encrypted',
    say(record('applicationData', tls12, Buffer.alloc(40))),
    'The host closes the connection during the TLS handshake',
  ],
  ['sends no certificate', say(flight(hello, handshakeMessage('serverHelloDone'))), 'The server sends no certificate'],
  ['sends an empty list', say(flight(hello, certificates())), 'The server sends no certificate'],
  [
    'sends half a list',
    say(flight(hello, handshakeMessage('certificate', Buffer.from([0, 0, 9, 0])))),
    'A handshake message is truncated',
  ],
  [
    'sends no certificate that can be read',
    say(flight(hello, certificates(Buffer.from('certificate')))),
    'The certificate that the server sends cannot be read',
  ],
  [
    'sends 21 certificates',
    say(flight(hello, certificates(...Array.from({ length: 21 }, () => Buffer.from('x'))))),
    'The server sent more than 20 certificates',
  ],
  [
    'sends 300 KiB',
    say(Buffer.concat([flight(hello), inRecords(certificates(Buffer.alloc(300 * 1024)))])),
    'The server announced more than 256 KiB of handshake data',
  ],
  [
    'sends empty records for ever',
    (socket) => flood(socket, record('handshake', tls12, Buffer.alloc(0))),
    'The server sent more than 256 KiB of handshake data',
  ],
  [
    'warns for ever',
    (socket) => flood(socket, record('alert', tls12, Buffer.from([1, 112]))),
    'The server sent more than 256 KiB of handshake data',
  ],
])('a host that %s costs one clear message', async (_, behave, message) => {
  const { port } = await rawHost(behave)
  const result = await discover(port)
  expect(result).toMatchObject({ status: 'FAILURE', message })
  expect(result.seconds).toBeLessThan(withinMs(2))
})

test.each<[string, (socket: Socket) => void]>([
  ['never replies', () => undefined],
  ['drips one byte a second', drip],
])('a host that %s is left at its deadline', async (_, behave) => {
  const { port } = await rawHost(behave)
  const result = await discover(port, 2)
  expect(result).toMatchObject({ status: 'FAILURE', message: 'No answer within 2 s' })
  expect(result.seconds).toBeGreaterThan(1.9)
  expect(result.seconds).toBeLessThan(withinMs(2.5))
})

test('a timeout outside 1 to 60 seconds counts as the nearest inside', async () => {
  const { port } = await rawHost(() => undefined)
  expect((await discover(port, -5)).message).toBe('No answer within 1 s')
})

test('a host sends warnings before its hello, and is heard to the end', async () => {
  const { certificate } = await labAuthority()
  const warning = record('alert', tls12, Buffer.from([1, 112]))
  const { port } = await rawHost(say(Buffer.concat([warning, flight(hello, certificates(certificate))])))
  expect(await discover(port)).toMatchObject({ status: 'SUCCESS', protocol: 'TLS 1.2' })
})

test.skipIf(!isInstalled('openssl'))('a certificate of 10,000 names is found, and holds up nothing else', async () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `DNS:h${at}.example`).join(',')
  const config = `[req]\ndistinguished_name=dn\nx509_extensions=x\n[dn]\n[x]\nsubjectAltName=${names}\n`
  const { file } = ask(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-config',
      'c',
      '-subj',
      '/CN=big.example',
      '-outform',
      'DER',
      '-out',
      'big.der',
    ],
    { c: config },
  )
  const big = file('big.der')
  expect(big.length).toBeGreaterThan(100_000)
  const { port } = await rawHost(say(Buffer.concat([flight(hello), inRecords(certificates(big))])))
  let result: Awaited<ReturnType<typeof discover>> | undefined
  const stall = await longestStall(async () => {
    result = await discover(port)
  })
  expect(result).toMatchObject({ status: 'SUCCESS', certificates: [big] })
  expect(result?.message).toMatch(/^big\.example, valid until .*, self-signed$/)
  expect(stall).toBeLessThan(200)
})

test('a server that is asked hears a hello and nothing else: no request, no secret, no certificate of ours', async () => {
  const { privateKey } = await generatePair({ algorithm: 'RSA', bits: 2048 })
  const subject = { commonName: 'old.example' }
  const validity = validityOf(1, 'days')
  const certificate = createSelfSigned({ subject, alternativeNames: [], privateKey, validity })
  const server = oldServer({ version: 'TLS 1.2', chain: [certificate] })
  const host = await rawHost((socket) => void server.emit('connection', socket))
  expect(await discover(host.port)).toMatchObject({ status: 'SUCCESS' })
  const [heard = Buffer.alloc(0), ...others] = host.received()
  expect(others).toEqual([])
  expect(heard[0]).toBe(22) // a handshake record
  expect(heard[5]).toBe(1) // with a hello in it
  expect(heard.length).toBe(5 + heard.readUInt16BE(3)) // and no more
})

function drip(socket: Socket): void {
  const bytes = flight(hello)
  let at = 0
  const timer = setInterval(() => socket.write(bytes.subarray(at, (at += 1))), 1_000)
  socket.once('close', () => clearInterval(timer))
}

function flood(socket: Socket, piece: Buffer): void {
  const many = Buffer.concat(Array.from({ length: 1_000 }, () => piece))
  const pour = () => {
    while (!socket.destroyed && socket.write(many));
  }
  socket.on('drain', pour)
  pour()
}

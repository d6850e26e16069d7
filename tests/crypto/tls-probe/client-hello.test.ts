import { describe, expect, test } from 'vitest'
import { cipherSuites, suiteName, weakCipherSuites, weaknessOf } from '#crypto/tls-probe/cipher-suite.ts'
import { clientHello } from '#crypto/tls-probe/client-hello.ts'
import { heartbeatRequests, readHeartbeat } from '#crypto/tls-probe/heartbeat.ts'
import { MessageStream } from '#crypto/tls-probe/message-stream.ts'
import { handshakeTypes, TlsReader } from '#crypto/tls-probe/wire.ts'
import { isInstalled, run } from '../run-tool.ts'

test('a hello of SSL 3.0 is one in every byte: its record, its version, and no extensions', () => {
  const hello = clientHello({ version: 'SSLv3', suites: [0x000a], serverName: 'example.com' })
  expect(hello.subarray(0, 3)).toEqual(Buffer.from([22, 3, 0]))
  const { version, suites, extensions } = parse(hello)
  expect({ version, suites, extensions }).toEqual({ version: 0x0300, suites: [0x000a, 0x00ff], extensions: new Map() })
})

test('a hello of TLS names the host, and offers heartbeats only where they are asked for', () => {
  const hello = parse(clientHello({ version: 'TLS 1.2', suites: [0xc02f], serverName: 'example.com' }))
  expect(hello.extensions.get(0)?.toString('latin1')).toBe('\0\x0e\0\0\x0bexample.com')
  expect(hello.extensions.has(15)).toBe(false)
  expect(hello.extensions.has(43)).toBe(false)
  const withHeartbeat = parse(clientHello({ version: 'TLS 1.2', suites: [0xc02f], heartbeat: true }))
  expect(withHeartbeat.extensions.get(15)).toEqual(Buffer.from([1]))
  expect(withHeartbeat.extensions.has(0)).toBe(false)
})

test('TLS 1.3 is offered alone', () => {
  const { version, extensions } = parse(clientHello({ version: 'TLS 1.3', suites: [0x1301] }))
  expect(version).toBe(0x0303)
  expect(extensions.get(43)).toEqual(Buffer.from([2, 3, 4]))
})

describe('heartbeats', () => {
  test('the first asks for no byte of memory, and cannot get one', () => {
    const [first, second] = new MessageStream().push(heartbeatRequests(0x0302))
    expect(first).toEqual({ kind: 'heartbeat', body: Buffer.from([1, 0, 0]) })
    if (second?.kind !== 'heartbeat') throw new Error('There is no second heartbeat')
    expect(second.body.readUInt16BE(1) + 3 + 16).toBe(second.body.length) // RFC 6520, 4: nothing missing, nothing more
  })

  test('an answer to the first is the flaw, to the second is health, and anything else says nothing', () => {
    expect(readHeartbeat(Buffer.concat([Buffer.from([2, 0, 0]), Buffer.alloc(16)]))).toBe('unchecked')
    expect(readHeartbeat(Buffer.concat([Buffer.from([2, 0, 1, 63]), Buffer.alloc(16)]))).toBe('checked')
    expect(readHeartbeat(Buffer.from([1, 0, 0]))).toBeUndefined()
    expect(readHeartbeat(Buffer.from([2, 9, 9]))).toBeUndefined()
  })
})

describe('cipher suites', () => {
  test('each number stands once', () => {
    expect(new Set(cipherSuites.map(({ code }) => code)).size).toBe(cipherSuites.length)
    expect(new Set(cipherSuites.map(({ name }) => name)).size).toBe(cipherSuites.length)
  })

  test.each([
    ['TLS_RSA_WITH_NULL_SHA256', 'does not encrypt'],
    ['TLS_ECDH_anon_WITH_AES_128_CBC_SHA', 'does not say who the server is'],
    ['TLS_RSA_EXPORT_WITH_RC4_40_MD5', 'has a key of export strength, 56 bits or less'],
    ['TLS_ECDHE_RSA_WITH_RC4_128_SHA', 'uses RC4'],
    ['TLS_DHE_RSA_WITH_DES_CBC_SHA', 'has a key of 56 bits'],
    ['TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'has blocks of 64 bits'],
    ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', undefined],
    ['TLS_RSA_WITH_AES_256_CBC_SHA', undefined],
  ])('%s %s', (name, meaning) => {
    expect(weaknessOf(name)?.meaning).toBe(meaning)
    expect(weakCipherSuites.some((suite) => suite.name === name)).toBe(meaning !== undefined)
  })

  test.skipIf(!isInstalled('openssl'))('openssl has the same names for the same numbers', () => {
    const lines = run('openssl', ['ciphers', '-V', '-stdname', 'ALL:COMPLEMENTOFALL:@SECLEVEL=0']).split('\n')
    const known = lines.flatMap((line) => {
      const [, high, low, name] = /0x(..),0x(..) - (\S+)/.exec(line) ?? []
      return name ? [{ code: Number(`0x${high}${low}`), name }] : []
    })
    const shared = known.filter(({ code }) => suiteName(code))
    expect(shared.length).toBeGreaterThan(50)
    expect(shared.map(({ code }) => suiteName(code))).toEqual(shared.map(({ name }) => name))
  })
})

function parse(hello: Buffer) {
  const [message] = new MessageStream().push(hello)
  if (message?.kind !== 'handshake') throw new Error('This is no handshake')
  expect(message.type).toBe(handshakeTypes.clientHello)
  const reader = new TlsReader(message.body)
  const version = reader.number(2)
  reader.bytes(32)
  reader.vector(1)
  const list = new TlsReader(reader.vector(2))
  const suites: number[] = []
  while (list.remaining > 0) suites.push(list.number(2))
  reader.vector(1)
  const extensions = new Map<number, Buffer>()
  const rest = new TlsReader(reader.remaining ? reader.vector(2) : Buffer.alloc(0))
  while (rest.remaining > 0) extensions.set(rest.number(2), Buffer.from(rest.vector(2)))
  expect(reader.remaining).toBe(0)
  return { version, suites, extensions }
}

import { X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { chainOf } from '#crypto/x509/chain.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { addressesBetween } from '#services/keys/discovery/address-range.ts'
import { addressRules } from '#services/network/address-rules.ts'
import { tlsScanner } from '#services/keys/discovery/scanner.ts'
import { startTlsHosts, type TlsHosts } from '#services/lab/tls-hosts/tls-hosts.ts'
import { demoScanner, labAuthority } from './lab-hosts.ts'
import { rawHost } from './raw-host.ts'

let authority: Issuer
let lab: TlsHosts
beforeAll(async () => {
  authority = await labAuthority()
  lab = await startTlsHosts({ authority })
})
afterAll(() => lab.close())

const portOf = (name: string) => lab.hosts.find((host) => host.name === name)?.port ?? 0
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)

async function discoverOne(host: string, port: number, scanner = demoScanner()) {
  const [result] = await scanner.discover([{ host, port }], { timeoutSeconds: 5 })
  if (!result) throw new Error('There is no result')
  return result
}

describe('every kind of host gives its certificate', () => {
  test.each([
    ['valid', () => `valid.lab.example, valid until ${days(365)}`, 'TLS 1.2', 2],
    ['expired', () => `expired.lab.example, expired on ${days(-1)}`, 'TLS 1.2', 2],
    ['self-signed', () => `self-signed.lab.example, valid until ${days(365)}, self-signed`, 'TLS 1.2', 1],
    ['weak', () => `weak.lab.example, valid until ${days(365)}`, 'TLS 1.1', 2],
    ['wrong-host', () => `wrong-host.lab.example, valid until ${days(365)}, does not name localhost`, 'TLS 1.2', 2],
    ['short-lived', () => `short-lived.lab.example, valid until ${days(5)}`, 'TLS 1.2', 2],
    ['ssl3', () => `ssl3.lab.example, valid until ${days(365)}`, 'SSLv3', 2],
  ])('%s', async (name, message, protocol, length) => {
    const port = portOf(name)
    const result = await discoverOne('localhost', port)
    expect(result).toMatchObject({ host: 'localhost', port, status: 'SUCCESS', message: message(), protocol })
    if (result.status === 'FAILURE') throw new Error(result.message)
    const [leaf] = result.certificates
    if (!leaf) throw new Error('There is no certificate')
    expect(summarizeCertificate(leaf).subject.commonName).toBe(`${name}.lab.example`)
    expect(chainOf(leaf, result.certificates).certificates).toEqual([leaf, authority.certificate].slice(0, length))
  })
})

test('a range gives a result for each address, in order', async () => {
  const hosts = await startTlsHosts({ authority, addresses: ['127.0.3.1'] })
  try {
    const port = hosts.hosts[0]?.port ?? 0
    const targets = addressesBetween('127.0.3.0', '127.0.3.3').map((host) => ({ host, port }))
    const progress: number[] = []
    const results = await demoScanner().discover(targets, {
      timeoutSeconds: 5,
      onResult: (_, done) => progress.push(done),
    })
    expect(results.map(({ host, status }) => [host, status])).toEqual([
      ['127.0.3.0', 'FAILURE'],
      ['127.0.3.1', 'SUCCESS'],
      ['127.0.3.2', 'FAILURE'],
      ['127.0.3.3', 'FAILURE'],
    ])
    expect(results[0]?.message).toBe('Nothing listens on this port')
    expect(progress).toEqual([1, 2, 3, 4])
  } finally {
    await hosts.close()
  }
})

describe('a name', () => {
  const names = {
    'valid.lab.example': ['127.0.0.1'],
    'evil.example': ['169.254.169.254'],
    'mixed.example': ['::1', '127.0.0.1'],
  }
  const table = (entries: Record<string, string[]>) => (name: string) =>
    Promise.resolve((entries[name] ?? []).map((address) => ({ address })))
  const scanner = () => tlsScanner(addressRules(['127.0.0.0/8']), table(names))

  test('leads to its address, and is asked for by name there', async () => {
    const host = await rawHost((socket) => socket.once('data', () => socket.end()))
    await discoverOne('valid.lab.example', host.port, scanner())
    await discoverOne('127.0.0.1', host.port, scanner())
    const hellos = host.received().map((bytes) => bytes.includes('valid.lab.example'))
    expect(hellos).toEqual([true, true, false, false]) // TLS 1.2, then 1.3; an address is never sent as a name
  })

  test('that leads to a forbidden address is refused, and nothing is sent there', async () => {
    expect(await discoverOne('evil.example', 443, scanner())).toMatchObject({
      status: 'FAILURE',
      message: '169.254.169.254 is a metadata service, which is never connected to',
    })
    const host = await rawHost(() => undefined)
    const closed = tlsScanner(addressRules([])) // the machine's own resolver
    expect((await discoverOne('localhost', host.port, closed)).message).toMatch(/is a loopback address/)
    expect((await discoverOne('127.0.0.1', host.port, closed)).message).toMatch(/is a loopback address/)
    expect(host.received()).toEqual([])
  })

  test('that leads to several takes the first that may be asked', async () => {
    expect(await discoverOne('mixed.example', portOf('valid'), scanner())).toMatchObject({ address: '127.0.0.1' })
  })

  test('that changes its mind after the check gains nothing: it is asked for once', async () => {
    let asked = 0
    const flipping = () => Promise.resolve([{ address: asked++ === 0 ? '127.0.0.1' : '169.254.169.254' }])
    const result = await discoverOne(
      'flip.example',
      portOf('valid'),
      tlsScanner(addressRules(['127.0.0.0/8']), flipping),
    )
    expect(result).toMatchObject({ status: 'SUCCESS', address: '127.0.0.1' })
    expect(asked).toBe(1)
  })

  test('that is not known, or has no address, is told', async () => {
    expect((await discoverOne('nowhere.example', 443, scanner())).message).toBe('nowhere.example has no address')
    const unknown = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
    const { message } = await discoverOne('x.example', 443, tlsScanner(addressRules([]), unknown))
    expect(message).toBe('The name cannot be resolved')
  })
})

test('the certificate of a host is the one that another client sees', async () => {
  const socket = connect({ host: '127.0.0.1', port: portOf('valid'), ca: [pem(authority.certificate)] })
  const seen = await new Promise<X509Certificate | undefined>((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket.getPeerX509Certificate())).once('error', reject)
  })
  socket.destroy()
  const result = await discoverOne('127.0.0.1', portOf('valid'))
  if (result.status === 'FAILURE') throw new Error(result.message)
  expect(Buffer.from(result.certificates[0] ?? []).equals(seen?.raw ?? Buffer.alloc(0))).toBe(true)
})

const pem = (der: Uint8Array) => new X509Certificate(der).toString()

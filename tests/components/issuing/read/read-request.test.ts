import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { matchKey } from '#components/issuing/read/match-key.ts'
import { readCertificates } from '#components/issuing/read/read-certificate.ts'
import { readRequest, requestFacts } from '#components/issuing/read/read-request.ts'

const vector = (name: string) => new Uint8Array(readFileSync(`tests/crypto/vectors/x509/${name}`))
// Node has WebCrypto as browsers have it in a secure context, and does not say so.
vi.stubGlobal('isSecureContext', true)

async function requireRequest(file: Uint8Array) {
  const request = await readRequest(file)
  if (!request) throw new Error('not read')
  return request
}

test.each([
  ['rsa.csr', 'RSA'],
  ['ec.csr', 'EC'],
  ['ed25519.csr', 'Ed25519'],
])('a request made by openssl is read, and its signature checked: %s', async (name, algorithm) => {
  const request = await requireRequest(vector(name))
  expect(request.key.algorithm).toBe(algorithm)
  expect(request.signature).toBe('valid')
  expect(request.subject.commonName).toBeTruthy()
  expect(request.keyFingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect((await requireRequest(new TextEncoder().encode(request.pem))).spki).toEqual(request.spki)
})

test('a signature that was tampered with is found wrong, one of an unknown scheme is not called valid', async () => {
  const der = Uint8Array.from(
    Buffer.from((await requireRequest(vector('ec.csr'))).pem.split('\n').slice(1, -2).join(''), 'base64'),
  )
  der[der.length - 3] = (der[der.length - 3] ?? 0) ^ 1
  expect((await requireRequest(der)).signature).toBe('wrong')
  expect((await requireRequest(vector('rsa-pss.csr'))).signature).toBe('unknown')
})

test('what is no request is not taken for one', async () => {
  for (const file of [
    vector('leaf.pem'),
    vector('ec.key'),
    new Uint8Array(),
    new TextEncoder().encode('hello'),
    vector('root.crl'),
  ]) {
    expect(await readRequest(file)).toBeUndefined()
  }
})

test('the names of every kind are read from a certificate, with its subject, dates and issuer', () => {
  const [leaf, ...more] = readCertificates(vector('leaf.pem'))
  expect(more).toEqual([])
  expect(leaf?.names.length).toBeGreaterThan(0)
  expect(leaf?.notAfter.getTime()).toBeGreaterThan(leaf?.notBefore.getTime() ?? Infinity)
  expect(leaf?.issuer.text).toContain('CN=')
})

test('a private key is told to belong to a request, or not, in every form that it comes in', async () => {
  const ec = (await requireRequest(vector('ec.csr'))).spki
  const rsa = (await requireRequest(vector('rsa.csr'))).spki
  const ed25519 = (await requireRequest(vector('ed25519.csr'))).spki
  expect(await matchKey(ec, vector('ec.key'))).toBe('matches')
  expect(await matchKey(rsa, vector('rsa.key'))).toBe('matches')
  expect(await matchKey(ed25519, vector('ed25519.key'))).toBe('matches')
  expect(await matchKey(rsa, vector('ec.key'))).toBe('another key')
  expect(await matchKey(ec, vector('leaf.key'))).toBe('another key')
  const pem = (key: KeyObject, type: 'sec1' | 'pkcs1' | 'pkcs8') =>
    new TextEncoder().encode(key.export({ format: 'pem', type }).toString())
  const { namedCurve = '' } = createPrivateKey(Buffer.from(vector('ec.key'))).asymmetricKeyDetails ?? {}
  const sameKind = generateKeyPairSync('ec', { namedCurve }).privateKey
  expect(await matchKey(ec, pem(sameKind, 'pkcs8'))).toBe('another key')
  expect(await matchKey(ec, pem(sameKind, 'sec1'))).toBe('another key')
  expect(await matchKey(ec, pem(createPrivateKey(Buffer.from(vector('ec.key'))), 'sec1'))).toBe('matches')
  expect(await matchKey(rsa, pem(createPrivateKey(Buffer.from(vector('rsa.key'))), 'pkcs1'))).toBe('matches')
  expect(await matchKey(rsa, vector('rsa-dek.key'))).toBe('encrypted')
  expect(await matchKey(rsa, vector('leaf.pem'))).toBe('no key')
})

test.each(['A', 'AAAAA', 'AA=AAA', '='.repeat(8)])(
  'a block that was copied incompletely is no certificate and no request, and breaks nothing: %s',
  async (body) => {
    const block = (label: string) =>
      new TextEncoder().encode(`-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`)
    expect(await readRequest(block('CERTIFICATE REQUEST'))).toBeUndefined()
    expect(requestFacts(block('CERTIFICATE REQUEST'))).toBeUndefined()
    expect(readCertificates(block('CERTIFICATE'))).toEqual([])
    const { spki } = await requireRequest(vector('ec.csr'))
    expect(await matchKey(spki, block('PRIVATE KEY'))).not.toBe('matches')
  },
)

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { refusalOf } from '../refusal-of.ts'
import { certificateVector, withWrongSignature } from './vectors.ts'

const leaf = certificateVector('leaf.pem')

test('a certificate is told as a page shows it', () => {
  expect(summarizeCertificate(leaf)).toMatchObject({
    kind: 'end entity',
    version: 3,
    serialNumber: 'FF01',
    subject: { commonName: 'www.example.com', text: 'CN=www.example.com' },
    issuer: { commonName: 'Acme Intermediate', organization: 'Acme', country: 'DE' },
    key: { algorithm: 'Ed25519', bits: 256, warnings: [] },
    signatureAlgorithm: 'SHA256withECDSA',
    authority: false,
    keyUsages: ['digitalSignature'],
    purposes: ['serverAuth', 'clientAuth'],
    crlUrls: ['http://ca.example/crl'],
    ocspUrls: ['http://ca.example/ocsp'],
  })
})

test('its alternative names are told, those of rare kinds too', () => {
  const { alternativeNames, alternativeNameCount } = summarizeCertificate(leaf)
  expect(alternativeNameCount).toBe(9)
  expect(alternativeNames).toEqual([
    { type: 'dns', value: 'www.example.com' },
    { type: 'dns', value: '*.example.org' },
    { type: 'ip', value: '192.0.2.7' },
    { type: 'ip', value: '2001:db8::7' },
    { type: 'email', value: 'ops@example.com' },
    { type: 'uri', value: 'https://example.com/a' },
    { type: 'other', value: '1.2.3.4' },
    { type: 'other', value: '1.2.3.5=#0c0178' },
    { type: 'directory', value: 'CN=a directory' },
  ])
})

test('its fingerprints are those of its bytes', () => {
  const { sha256, sha1 } = summarizeCertificate(leaf).fingerprints
  expect(sha256.replaceAll(':', '').toLowerCase()).toBe(createHash('sha256').update(leaf).digest('hex'))
  expect(sha1).toMatch(/^([0-9A-F]{2}:){19}[0-9A-F]{2}$/)
})

test('every extension has a text, and one that nobody knows its bytes', () => {
  const texts = Object.fromEntries(summarizeCertificate(leaf).extensions.map(({ name, lines }) => [name, lines]))
  expect(texts).toMatchObject({
    basicConstraints: ['no certificate authority'],
    authorityInfoAccess: ['OCSP, uri: http://ca.example/ocsp', 'issuer, uri: http://ca.example/ca'],
    cRLDistributionPoints: ['uri: http://ca.example/crl'],
    certificatePolicies: ['2.23.140.1.2.1'],
    '1.2.3.4.5': ['04021234'],
  })
})

test.each([
  ['root.pem', 'root', true, undefined],
  ['intermediate.pem', 'intermediate', true, 0],
])('%s is a %s', (name, kind, authority, pathLength) => {
  expect(summarizeCertificate(certificateVector(name))).toMatchObject({ kind, authority, pathLength })
})

test('a certificate that only claims to be its own issuer is no root', () => {
  expect(summarizeCertificate(withWrongSignature(certificateVector('root.pem'))).kind).toBe('intermediate')
})

test('a summary is plain data, fit for another thread', () => {
  const summary = summarizeCertificate(leaf)
  expect(structuredClone(summary)).toEqual(summary)
})

test.each([
  ['nothing', Uint8Array.of()],
  ['one byte too many', Uint8Array.of(...leaf, 0)],
  ['one byte too few', leaf.slice(0, -1)],
  ['an indefinite length', Uint8Array.of(0x30, 0x80, ...leaf.slice(4), 0, 0)],
  ['a length in more bytes than it needs', Uint8Array.of(0x30, 0x83, 0, ...leaf.slice(2))],
  ['something else', Uint8Array.of(0x30, 3, 2, 1, 5)],
])('%s is refused', (_, bytes) => {
  expect(refusalOf(() => summarizeCertificate(bytes)).reason).toBe('damaged')
})

test('what nests too deep, or is too large, is refused before it is read', () => {
  const nested = Array.from({ length: 100 }).reduce<Buffer>(
    (inside) => Buffer.concat([Buffer.from([0x30, 0x82, inside.length >> 8, inside.length & 0xff]), inside]),
    Buffer.alloc(0),
  )
  expect(refusalOf(() => summarizeCertificate(Uint8Array.from(nested))).reason).toBe('too-large')
  expect(refusalOf(() => summarizeCertificate(new Uint8Array(1024 * 1024 + 1))).reason).toBe('too-large')
})

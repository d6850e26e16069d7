import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { keyChoice } from '#crypto/private-key/key-choice.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import { digests } from '#crypto/x509/signature.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { refusalOf } from '../refusal-of.ts'
import { ask, isInstalled } from './tools.ts'

const openssl = isInstalled('openssl')

const subject = {
  commonName: 'www.example.com',
  organizationalUnit: 'IT',
  organization: 'Müller & Söhne',
  locality: 'München',
  state: 'Bayern',
  country: 'DE',
}
const names = 'www.example.com, *.example.org, 192.0.2.7, 2001:db8::7, ops@example.com, https://example.com/x'

const keyKinds = [
  ['RSA', 1024],
  ['RSA', 2048],
  ['RSA', 3072],
  ['EC', 256],
  ['EC', 384],
  ['EC', 521],
  ['Ed25519', undefined],
] as const

const selfSigned = async (
  [algorithm, bits]: readonly [string, number | undefined],
  digest?: (typeof digests)[number],
) => {
  const { privateKey } = await generatePair(keyChoice(algorithm, bits))
  return createSelfSigned({
    subject,
    alternativeNames: readAlternativeNames(names),
    privateKey,
    validity: validityOf(30, 'days'),
    digest,
  })
}

test.each(keyKinds)('a certificate with a key %s %s is what was asked for', async (...kind) => {
  const certificate = new X509Certificate(await selfSigned(kind))
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.subject.split('\n')).toEqual([
    'C=DE',
    'ST=Bayern',
    'L=München',
    'O=Müller & Söhne',
    'OU=IT',
    'CN=www.example.com',
  ])
  expect(certificate.subjectAltName).toBe(
    'DNS:www.example.com, DNS:*.example.org, IP Address:192.0.2.7, IP Address:2001:DB8:0:0:0:0:0:7, ' +
      'email:ops@example.com, URI:https://example.com/x',
  )
  expect(certificate.validToDate.getTime() - certificate.validFromDate.getTime()).toBe(30 * 86_400_000)
  expect(certificate.ca).toBe(false)
})

test.skipIf(!openssl).each(keyKinds.flatMap((kind) => digests.map((digest) => [kind[0], kind[1], digest] as const)))(
  'openssl trusts a certificate with a key %s %s signed by %s',
  async (algorithm, bits, digest) => {
    const pem = writePem('CERTIFICATE', await selfSigned([algorithm, bits], digest))
    const level = bits === 1024 ? ['-auth_level', '0'] : []
    const args = ['verify', '-x509_strict', ...level, '-check_ss_sig', '-verify_hostname', 'www.example.com']
    expect(ask('openssl', [...args, '-CAfile', 'a.pem', 'a.pem'], { 'a.pem': pem }).text).toBe('a.pem: OK\n')
  },
)

test('a root may sign certificates, a server certificate may not', async () => {
  const { privateKey } = await generatePair(keyChoice('EC', 256))
  const wanted = { subject: { commonName: 'Root' }, alternativeNames: [], privateKey, validity: validityOf(1, 'days') }
  expect(new X509Certificate(createSelfSigned({ ...wanted, authority: { pathLength: 1 } })).ca).toBe(true)
  expect(new X509Certificate(createSelfSigned(wanted)).ca).toBe(false)
})

test('no two certificates have the same serial number, and none can be guessed', async () => {
  const { privateKey } = await generatePair(keyChoice('Ed25519'))
  const serialNumbers = Array.from({ length: 50 }, () => {
    const validity = validityOf(5, 'minutes')
    const certificate = createSelfSigned({ subject, alternativeNames: [], privateKey, validity })
    return new X509Certificate(certificate).serialNumber
  })
  expect(new Set(serialNumbers).size).toBe(50)
  expect(serialNumbers.every((serialNumber) => /^[4-7][0-9A-F]{31}$/.test(serialNumber))).toBe(true)
})

test('a certificate without any name is refused', async () => {
  const { privateKey } = await generatePair(keyChoice('Ed25519'))
  const nameless = { subject: {}, alternativeNames: [], privateKey, validity: validityOf(1, 'days') }
  expect(refusalOf(() => createSelfSigned(nameless))).toMatchObject({ reason: 'not-allowed', field: 'subject' })
})

test.skipIf(!openssl)('without a subject the alternative names are critical', async () => {
  const { privateKey } = await generatePair(keyChoice('Ed25519'))
  const alternativeNames = readAlternativeNames('a.example.com')
  const certificate = createSelfSigned({ subject: {}, alternativeNames, privateKey, validity: validityOf(1, 'days') })
  const { text } = ask('openssl', ['x509', '-in', 'a.der', '-noout', '-ext', 'subjectAltName'], {
    'a.der': certificate,
  })
  expect(text).toContain('X509v3 Subject Alternative Name: critical')
})

test('a certificate beyond 2050 is written in the other form of time', async () => {
  const { privateKey } = await generatePair(keyChoice('Ed25519'))
  const validity = validityOf(365 * 60, 'days', new Date('2026-01-01T00:00:00Z'))
  const certificate = new X509Certificate(createSelfSigned({ subject, alternativeNames: [], privateKey, validity }))
  expect(certificate.validToDate.toISOString()).toBe('2085-12-17T00:00:00.000Z')
})

test.each([
  ['RSA', 512],
  ['RSA', 8192],
  ['RSA', undefined],
  ['EC', 255],
  ['DSA', 1024],
  ['rsa', 2048],
])('a key %s with %s bits is refused', (algorithm, bits) => {
  expect(refusalOf(() => keyChoice(algorithm, bits)).reason).toBe('not-allowed')
})

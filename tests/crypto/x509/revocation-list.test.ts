import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { keyChoice } from '#crypto/private-key/key-choice.ts'
import { readCertificateFile } from '#crypto/x509/certificate-file.ts'
import {
  createRevocationList,
  isRevocationListBy,
  type RevokedCertificate,
  summarizeRevocationList,
} from '#crypto/x509/revocation-list.ts'
import { newRoot, newServer, p256 } from './authorities.ts'
import { ask, isInstalled } from './tools.ts'
import { certificateVector, vector } from './vectors.ts'

const openssl = isInstalled('openssl')
const thisUpdate = new Date('2026-11-20T12:00:00Z')
const nextUpdate = new Date('2126-11-20T12:00:00Z')

test('a list of openssl is read with its reasons', () => {
  const [list] = readCertificateFile(vector('root.crl')).revocationLists
  if (!list) throw new Error('no list')
  expect(summarizeRevocationList(list)).toMatchObject({
    issuer: 'CN=Acme Root,O=Acme,C=DE',
    number: '42',
    signatureAlgorithm: 'SHA256withRSA',
    revoked: [
      { serialNumber: '1001', reason: 1, at: new Date('2026-03-01T12:00:00Z') },
      { serialNumber: '1002', reason: 6, at: new Date('2026-03-02T12:00:00Z') },
      { serialNumber: 'FF03', reason: 0, at: new Date('2026-03-03T12:00:00Z') },
    ],
  })
  expect(isRevocationListBy(certificateVector('root.pem'), list)).toBe(true)
  expect(isRevocationListBy(certificateVector('impostor.pem'), list)).toBe(false)
})

test('a list is read as it was written, an empty one too', async () => {
  const issuer = await newRoot(keyChoice('Ed25519'))
  const revoked: RevokedCertificate[] = ([0, 1, 2, 3, 4, 5, 6] as const).map((reason) => ({
    serialNumber: `8${reason}00FF`,
    reason,
    at: thisUpdate,
  }))
  for (const entries of [revoked, []]) {
    const list = createRevocationList({ issuer, number: 300, revoked: entries, thisUpdate, nextUpdate })
    expect(summarizeRevocationList(list)).toMatchObject({ number: '300', thisUpdate, nextUpdate, revoked: entries })
    expect(isRevocationListBy(issuer.certificate, list)).toBe(true)
  }
})

test.skipIf(!openssl).each([
  ['RSA', 2048],
  ['EC', 384],
  ['Ed25519', undefined],
])('openssl refuses a revoked host and accepts the others: list signed by %s %s', async (algorithm, bits) => {
  const issuer = await newRoot(keyChoice(algorithm, bits))
  const [bad, good] = [await newServer(issuer, 'bad.example.com'), await newServer(issuer, 'good.example.com')]
  const { serialNumber } = new X509Certificate(bad.certificate)
  const revoked: RevokedCertificate[] = [{ serialNumber, reason: 1, at: new Date() }]
  const list = createRevocationList({ issuer, number: 1, revoked, thisUpdate: new Date(), nextUpdate })
  const verify = (certificate: Uint8Array) =>
    ask('openssl', ['verify', '-x509_strict', '-crl_check', '-CAfile', 'root.pem', '-CRLfile', 'a.crl', 'a.pem'], {
      'root.pem': writePem('CERTIFICATE', issuer.certificate),
      'a.crl': writePem('X509 CRL', list),
      'a.pem': writePem('CERTIFICATE', certificate),
    }).text
  expect(verify(bad.certificate)).toContain('certificate revoked')
  expect(verify(good.certificate)).toBe('a.pem: OK\n')
})

test.skipIf(!openssl)('openssl reads number, issuer and reasons', async () => {
  const issuer = await newRoot(p256)
  const revoked: RevokedCertificate[] = [
    { serialNumber: '80FF', reason: 6, at: thisUpdate },
    { serialNumber: '7F', reason: 0, at: thisUpdate },
  ]
  const list = createRevocationList({ issuer, number: 129, revoked, thisUpdate, nextUpdate })
  const files = { 'a.crl': list, 'root.pem': writePem('CERTIFICATE', issuer.certificate) }
  const { text } = ask('openssl', ['crl', '-in', 'a.crl', '-CAfile', 'root.pem', '-noout', '-text'], files)
  expect(text).toContain('verify OK')
  expect(text.match(/X509v3 CRL Number: \n\s+(\S+)/)?.[1]).toBe('129')
  expect(text.match(/Serial Number: \S+/g)).toEqual(['Serial Number: 80FF', 'Serial Number: 7F'])
  expect(text.match(/Certificate Hold/g)).toHaveLength(1)
  expect(text.match(/CRL Reason Code/g)).toHaveLength(1)
})

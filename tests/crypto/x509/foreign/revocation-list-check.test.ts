import { expect, test } from 'vitest'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { readCertificateFile } from '#crypto/x509/certificate-file.ts'
import { readCertificate } from '#crypto/x509/certificate.ts'
import { createRevocationList, summarizeRevocationList } from '#crypto/x509/revocation-list.ts'
import { stateInRevocationList } from '#crypto/x509/foreign/revocation-list-check.ts'
import { serialText } from '#crypto/x509/serial-number.ts'
import { refusalOf } from '../../refusal-of.ts'
import { certificateVector, vector, withWrongSignature } from '../vectors.ts'

const root = certificateVector('root.pem')
const intermediate = certificateVector('intermediate.pem')
const privateKey = readKeyFile(vector('root.key'), '')
const pair = { certificate: intermediate, issuer: root }
const now = new Date()
const hour = 3_600_000
const listed = {
  serialNumber: serialText(readCertificate(intermediate).tbsCertificate.serialNumber),
  at: now,
  reason: 1,
} as const

const list = (thisUpdate = now, revoked: readonly (typeof listed)[] = [listed]) =>
  createRevocationList({
    issuer: { certificate: root, privateKey },
    number: 1,
    revoked,
    thisUpdate,
    nextUpdate: new Date(thisUpdate.getTime() + hour),
  })

test('a list of openssl is believed, at its time', () => {
  const [bytes = Buffer.alloc(0)] = readCertificateFile(vector('root.crl')).revocationLists
  const { thisUpdate, revoked } = summarizeRevocationList(bytes)
  const isListed = revoked.some(({ serialNumber }) => serialNumber === listed.serialNumber)
  const { state } = stateInRevocationList(bytes, pair, thisUpdate)
  expect(state === 'good').toBe(!isListed)
})

test('who is on the list is revoked for its reason, and who is not is good', () => {
  const found = stateInRevocationList(list(), pair, now)
  expect(found.state).toMatchObject({ reason: 1 })
  expect(found.nextUpdate).toBeInstanceOf(Date)
  expect(stateInRevocationList(list(now, []), pair, now).state).toBe('good')
})

test.each([
  ['with a wrong signature', () => withWrongSignature(list()), 'not-authentic'],
  ['of yesterday', () => list(new Date(now.getTime() - 25 * hour)), 'not-authentic'],
  ['of tomorrow', () => list(new Date(now.getTime() + hour)), 'not-authentic'],
  ['that is none', () => Buffer.from('<html>'), 'damaged'],
])('a list %s proves nothing', (_, bytes, reason) => {
  expect(refusalOf(() => stateInRevocationList(bytes(), pair, now)).reason).toBe(reason)
})

test('a list of another authority proves nothing', () => {
  const certificate = certificateVector('leaf.pem')
  expect(refusalOf(() => stateInRevocationList(list(), { certificate, issuer: root }, now)).reason).toBe(
    'not-authentic',
  )
  const issuer = certificateVector('impostor.pem')
  expect(refusalOf(() => stateInRevocationList(list(), { ...pair, issuer }, now)).reason).toBe('not-authentic')
})

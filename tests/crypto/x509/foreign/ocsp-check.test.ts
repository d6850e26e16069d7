import { expect, test } from 'vitest'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { createOcspQuestion, readOcspAnswer } from '#crypto/x509/foreign/ocsp-check.ts'
import { answerOcsp } from '#crypto/x509/ocsp.ts'
import { refusalOf } from '../../refusal-of.ts'
import { ask, isInstalled } from '../tools.ts'
import { certificateVector, vector, withWrongSignature } from '../vectors.ts'

const root = certificateVector('root.pem')
const intermediate = certificateVector('intermediate.pem')
const issuer = { certificate: root, privateKey: readKeyFile(vector('root.key'), '') }
const question = createOcspQuestion(intermediate, root)
const hour = 3_600_000
const in2030 = new Date('2030-01-01T00:00:00Z')
const revoked = { reason: 1, at: new Date('2026-03-01T12:00:00Z') }

const answerOfOurs = (request: Uint8Array, thisUpdate = new Date()) =>
  answerOcsp({
    request,
    issuer,
    states: { 1001: 'good' },
    thisUpdate,
    nextUpdate: new Date(thisUpdate.getTime() + hour),
  })

test('an answer of openssl is believed, signed by the issuer or by whom it certified for that', () => {
  expect(readOcspAnswer(vector('answer-intermediate.ocsp'), question, in2030)).toEqual(revoked)
  expect(readOcspAnswer(vector('answer-by-delegate.ocsp'), question, in2030)).toEqual(revoked)
})

test('and so is one of ours', () => {
  expect(readOcspAnswer(answerOfOurs(question.request), question)).toBe('good')
})

test.each([
  ['with a wrong signature', () => withWrongSignature(answerOfOurs(question.request)), 'not-authentic'],
  ['to another question', () => answerOfOurs(createOcspQuestion(intermediate, root).request), 'not-authentic'],
  ['of yesterday', () => answerOfOurs(question.request, new Date(Date.now() - 25 * hour)), 'not-authentic'],
  ['of tomorrow', () => answerOfOurs(question.request, new Date(Date.now() + hour)), 'not-authentic'],
  ['that refuses to tell', () => Buffer.from('30030a0106', 'hex'), 'not-found'],
  ['that is none', () => Buffer.from('<html>'), 'damaged'],
])('an answer %s is not believed', (_, answer, reason) => {
  expect(refusalOf(() => readOcspAnswer(answer(), question)).reason).toBe(reason)
})

test('an answer about another certificate, or of another authority, is not believed', () => {
  const aboutLeaf = createOcspQuestion(certificateVector('leaf.pem'), root)
  expect(refusalOf(() => readOcspAnswer(vector('answer-intermediate.ocsp'), aboutLeaf)).reason).toBe('not-found')
  const toImpostor = createOcspQuestion(intermediate, certificateVector('impostor.pem'))
  expect(refusalOf(() => readOcspAnswer(vector('answer-intermediate.ocsp'), toImpostor)).reason).toBe('not-authentic')
})

test.skipIf(!isInstalled('openssl'))('openssl understands the question', () => {
  const { text } = ask('openssl', ['ocsp', '-reqin', 'a', '-req_text'], { a: question.request })
  expect(text).toContain('Serial Number: 1001')
  expect(text).toContain('OCSP Nonce')
})

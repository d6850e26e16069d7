import { X509Certificate } from 'node:crypto'
import { BasicOCSPResponse, OCSPResponse } from '@peculiar/asn1-ocsp'
import { expect, test } from 'vitest'
import { readDer } from '#crypto/der.ts'
import { writePem } from '#crypto/pem.ts'
import { keyChoice } from '#crypto/private-key/key-choice.ts'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { answerOcsp, requestedSerialNumbers, type CertificateState } from '#crypto/x509/ocsp.ts'
import { newRoot, newServer } from './authorities.ts'
import { ask, isInstalled } from './tools.ts'
import { certificateVector, vector } from './vectors.ts'

const thisUpdate = new Date('2026-11-20T12:00:00Z')
const nextUpdate = new Date('2026-11-21T12:00:00Z')
const intermediate = {
  certificate: certificateVector('intermediate.pem'),
  privateKey: readKeyFile(vector('intermediate.key'), ''),
}
const root = { certificate: certificateVector('root.pem'), privateKey: readKeyFile(vector('root.key'), '') }

const statusIn = (answer: Uint8Array) => {
  const { responseBytes } = readDer(answer, OCSPResponse, 'the answer')
  const basic = readDer(new Uint8Array(responseBytes?.response.buffer ?? []), BasicOCSPResponse, 'the answer')
  const { responses, responseExtensions } = basic.tbsResponseData
  return { states: responses.map(({ certStatus }) => Object.keys(certStatus)), extensions: responseExtensions ?? [] }
}

test('what openssl asks for is understood, with either hash', () => {
  expect(requestedSerialNumbers(vector('ask-leaf.ocsp'))).toEqual(['FF01'])
  expect(requestedSerialNumbers(vector('ask-intermediate.ocsp'))).toEqual(['1001'])
})

test('an answer repeats the nonce when there was one', () => {
  const states = { FF01: 'good', 1001: 'good' } as const
  const leaf = answerOcsp({ request: vector('ask-leaf.ocsp'), issuer: intermediate, states, thisUpdate, nextUpdate })
  const other = answerOcsp({ request: vector('ask-intermediate.ocsp'), issuer: root, states, thisUpdate, nextUpdate })
  expect(statusIn(leaf)).toMatchObject({ states: [['good']], extensions: [{ extnID: '1.3.6.1.5.5.7.48.1.2' }] })
  expect(statusIn(other)).toMatchObject({ states: [['good']], extensions: [] })
})

test("a question about somebody else's certificate is answered with unknown", () => {
  const states = { FF01: 'good' } as const
  const answer = answerOcsp({ request: vector('ask-leaf.ocsp'), issuer: root, states, thisUpdate, nextUpdate })
  expect(statusIn(answer).states).toEqual([['unknown']])
})

test('what is no question gets the answer that the protocol has for it', () => {
  const request = vector('ask-leaf.ocsp').subarray(0, -3)
  const answer = answerOcsp({ request, issuer: root, states: {}, thisUpdate, nextUpdate })
  expect(Buffer.from(answer).toString('hex')).toBe('30030a0101')
})

test.skipIf(!isInstalled('openssl')).each([
  ['RSA', 2048],
  ['EC', 256],
  ['Ed25519', undefined],
])('openssl accepts good, revoked, on hold and unknown, signed by %s %s', async (algorithm, bits) => {
  const issuer = await newRoot(keyChoice(algorithm, bits))
  const { certificate } = await newServer(issuer, 'www.example.com')
  const files = {
    'root.pem': writePem('CERTIFICATE', issuer.certificate),
    'a.pem': writePem('CERTIFICATE', certificate),
  }
  const { serialNumber } = new X509Certificate(certificate)
  const question = ask('openssl', 'ocsp -issuer root.pem -cert a.pem -reqout question'.split(' '), files)
  const request = question.file('question')
  const now = new Date()
  const opinion = (state: CertificateState | undefined) => {
    const answer = answerOcsp({
      request,
      issuer,
      states: { [serialNumber]: state },
      thisUpdate: now,
      nextUpdate: new Date(now.getTime() + 3_600_000),
    })
    const args = 'ocsp -respin answer -issuer root.pem -cert a.pem -CAfile root.pem -no_nonce -reqin question'.split(
      ' ',
    )
    return ask('openssl', args, { ...files, answer, question: request }).text
  }
  expect(opinion('good')).toMatch(
    /^a.pem: good\n\tThis Update: [^.]+GMT\n\tNext Update: [^.]+GMT\nResponse verify OK\n$/,
  )
  expect(opinion({ reason: 1, at: now })).toMatch(/a.pem: revoked[\s\S]*Reason: keyCompromise[\s\S]*verify OK/)
  expect(opinion({ reason: 6, at: now })).toMatch(/a.pem: revoked[\s\S]*Reason: certificateHold/)
  expect(opinion(undefined)).toMatch(/a.pem: unknown/)
})

import { expect, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { keyChoice } from '#crypto/private-key/key-choice.ts'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import { readRequestFile } from '#crypto/x509/certificate-file.ts'
import { createRequest, isForKey, summarizeRequest, verifyRequest } from '#crypto/x509/request.ts'
import { refusalOf } from '../refusal-of.ts'
import { ask, isInstalled } from './tools.ts'
import { vector, withWrongSignature } from './vectors.ts'

const request = (name: string) => readRequestFile(vector(`${name}.csr`))

test('a request of openssl is read: subject, names, key', () => {
  const { subject, alternativeNames, key, signatureAlgorithm } = summarizeRequest(request('rsa'))
  expect(subject.text).toBe('CN=host.example.com,OU=IT,O=Acme,L=München,ST=Bayern,C=DE')
  expect(alternativeNames).toEqual([
    { type: 'dns', value: 'host.example.com' },
    { type: 'ip', value: '192.0.2.9' },
    { type: 'email', value: 'ops@example.com' },
    { type: 'uri', value: 'https://example.com/x' },
  ])
  expect(key).toEqual({ algorithm: 'RSA', bits: 2048, curve: undefined, warnings: [] })
  expect(signatureAlgorithm).toBe('SHA256withRSA')
})

test.each([
  ['rsa', 'SHA256withRSA'],
  ['rsa-pss', 'SHA256withRSA-PSS'],
  ['ec', 'SHA256withECDSA'],
  ['ed25519', 'Ed25519'],
])('the signature of the request %s is checked', (name, algorithm) => {
  const der = request(name)
  expect(verifyRequest(der)).toBeDefined()
  expect(summarizeRequest(der).signatureAlgorithm).toBe(algorithm)
  expect(refusalOf(() => verifyRequest(withWrongSignature(der))).reason).toBe('not-authentic')
})

test('a request and its private key find each other, a foreign key does not fit', () => {
  const key = readKeyFile(vector('ec.key'), '')
  expect(isForKey(request('ec'), key)).toBe(true)
  expect(isForKey(request('rsa'), key)).toBe(false)
})

test('bytes after the request, or missing from it, are refused', () => {
  const der = request('ec')
  expect(refusalOf(() => summarizeRequest(Uint8Array.of(...der, 0))).reason).toBe('damaged')
  expect(refusalOf(() => summarizeRequest(der.subarray(0, -1))).reason).toBe('damaged')
  expect(refusalOf(() => readRequestFile(vector('leaf.pem'))).reason).toBe('not-found')
})

test.skipIf(!isInstalled('openssl')).each([
  ['RSA', 2048],
  ['EC', 256],
  ['EC', 384],
  ['EC', 521],
  ['Ed25519', undefined],
])('openssl accepts a request for a key %s %s', async (algorithm, bits) => {
  const { privateKey } = await generatePair(keyChoice(algorithm, bits))
  const alternativeNames = readAlternativeNames('www.example.com,192.0.2.7,2001:db8::7,a@b.org,https://x.org/')
  const der = createRequest({ subject: { commonName: 'www.example.com', country: 'DE' }, alternativeNames, privateKey })
  const args = ['req', '-in', 'a.csr', '-verify', '-noout', '-subject', '-text']
  const { ok, text } = ask('openssl', args, { 'a.csr': writePem('CERTIFICATE REQUEST', der) })
  expect(ok).toBe(true)
  expect(text).toContain('self-signature verify OK')
  expect(text).toContain('subject=C = DE, CN = www.example.com')
  expect(text).toContain('DNS:www.example.com, IP Address:192.0.2.7, IP Address:2001:DB8:0:0:0:0:0:7, email:a@b.org')
})

import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { keyChoice } from '#crypto/private-key/key-choice.ts'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import { readRequestFile } from '#crypto/x509/certificate-file.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { signRequest } from '#crypto/x509/sign-request.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { refusalOf } from '../refusal-of.ts'
import { newIntermediate, newRequest, newRoot, newServer, p256 } from './authorities.ts'
import { ask, isInstalled } from './tools.ts'
import { certificateVector, vector, withWrongSignature } from './vectors.ts'

const openssl = isInstalled('openssl')
const validity = validityOf(90, 'days')

const verify = (leaf: Uint8Array, issuer: Issuer, ...options: string[]) => {
  const above = issuer.above ?? []
  const files = {
    'leaf.pem': writePem('CERTIFICATE', leaf),
    'between.pem': [issuer.certificate, ...above.slice(0, -1)].map((der) => writePem('CERTIFICATE', der)).join(''),
    'root.pem': writePem('CERTIFICATE', above.at(-1) ?? issuer.certificate),
  }
  const args = ['verify', '-x509_strict', ...options, '-CAfile', 'root.pem', '-untrusted', 'between.pem', 'leaf.pem']
  return ask('openssl', args, files).text
}

test.skipIf(!openssl).each([
  ['RSA', 2048],
  ['EC', 384],
  ['Ed25519', undefined],
])('openssl trusts a host whose certificate an intermediate %s %s signed', async (algorithm, bits) => {
  const choice = keyChoice(algorithm, bits)
  const intermediate = await newIntermediate(await newRoot(choice), 0, choice)
  const { certificate } = await newServer(intermediate, 'www.example.com', choice)
  const options = ['-purpose', 'sslserver', '-verify_hostname', 'www.example.com']
  expect(verify(certificate, intermediate, ...options)).toBe('leaf.pem: OK\n')
  expect(verify(certificate, intermediate, '-verify_hostname', 'www.example.org')).toContain('hostname mismatch')
})

test.skipIf(!openssl).each(['rsa', 'rsa-pss', 'ec', 'ed25519'])(
  'a request %s that openssl made is signed with all its names',
  async (name) => {
    const root = await newRoot()
    const request = readRequestFile(vector(`${name}.csr`))
    const { certificate, lostNames } = signRequest({ request, issuer: root, template: 'WebServer', validity })
    expect(verify(certificate, root, '-verify_hostname', 'host.example.com')).toBe('leaf.pem: OK\n')
    expect(lostNames).toEqual([])
  },
)

test('what a request may not have is left out and told', async () => {
  const request = readRequestFile(vector('greedy.csr'))
  const signed = signRequest({ request, issuer: await newRoot(), template: 'WebServer', validity })
  const certificate = summarizeCertificate(signed.certificate)
  expect(certificate).toMatchObject({ kind: 'end entity', authority: false, purposes: ['clientAuth'] })
  expect(certificate.alternativeNames).toEqual([{ type: 'dns', value: 'greedy.example.com' }])
  expect(signed.lostNames).toMatchObject([{ type: 'other' }])
  expect(signed.ignoredExtensions).toEqual(['2.5.29.19', '2.5.29.15'])
})

test('malformed names of a request are not signed', async () => {
  const { privateKey } = await generatePair(p256)
  const names = ['*.com', 'good.example.com', 'a\0.example.com', '', 'A.Example.COM']
  const alternativeNames = names.map((value) => ({ type: 'dns', value }) as const)
  const request = createRequest({ subject: {}, alternativeNames, privateKey })
  const signed = signRequest({ request, issuer: await newRoot(), template: 'WebServer', validity })
  expect(summarizeCertificate(signed.certificate).alternativeNames.map(({ value }) => value)).toEqual([
    'good.example.com',
    'a.example.com',
  ])
  expect(signed.lostNames.map(({ value }) => value)).toEqual(['*.com', 'a\0.example.com', ''])
})

test('a key that anybody can break is not certified', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 768,
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  })
  const keys = { privateKey: Uint8Array.from(privateKey), publicKey: new Uint8Array() }
  const order = { request: newRequest(keys, 'a.example.com'), issuer: await newRoot(), validity } as const
  expect(refusalOf(() => signRequest({ ...order, template: 'WebServer' }))).toMatchObject({ field: 'request' })
})

test.each([-1, 0.5, Number.NaN])('a path length of %s is refused', async (pathLength) => {
  await expect(newIntermediate(await newRoot(), pathLength)).rejects.toMatchObject({ field: 'pathLength' })
})

test('an authority without a name is refused', async () => {
  const { privateKey } = await generatePair(p256)
  const request = createRequest({ subject: {}, alternativeNames: readAlternativeNames('a.org'), privateKey })
  const order = { request, issuer: await newRoot(), template: 'SubCA', validity } as const
  expect(refusalOf(() => signRequest(order))).toMatchObject({ field: 'subject' })
})

test('an RSA key of 1024 bits is signed with a warning', async () => {
  const { warnings } = await newServer(await newRoot(), 'old.example.com', keyChoice('RSA', 1024))
  expect(warnings).toEqual(['RSA with 1024 bits is insecure; use 2048 or more'])
})

test('the certificate points to where its state is told', async () => {
  const addresses = { crlUrl: 'http://ca.example/crl', ocspUrl: 'http://ca.example/ocsp' }
  const request = readRequestFile(vector('ec.csr'))
  const { certificate } = signRequest({ request, issuer: await newRoot(), template: 'WebServer', validity, addresses })
  expect(summarizeCertificate(certificate)).toMatchObject({
    crlUrls: ['http://ca.example/crl'],
    ocspUrls: ['http://ca.example/ocsp'],
  })
})

test('an intermediate may sign a host and no further authority', async () => {
  const intermediate = await newIntermediate(await newRoot())
  expect(await newServer(intermediate, 'www.example.com')).toBeDefined()
  await expect(newIntermediate(intermediate)).rejects.toMatchObject({ reason: 'not-allowed', field: 'issuer' })
})

test.skipIf(!openssl)('a path length of one allows one authority below, and openssl agrees', async () => {
  const upper = await newIntermediate(await newRoot(), 1)
  await expect(newIntermediate(upper, 1)).rejects.toMatchObject({ reason: 'not-allowed', field: 'pathLength' })
  const lower = await newIntermediate(upper, 0)
  const { certificate } = await newServer(lower, 'www.example.com')
  expect(verify(certificate, lower)).toBe('leaf.pem: OK\n')
})

test('a limit further up the chain counts too', async () => {
  const upper = await newIntermediate(await newRoot(p256, { pathLength: 1 }), 0)
  const unlimited: Issuer = { ...(await newRoot()), above: [upper.certificate] }
  await expect(newIntermediate(unlimited)).rejects.toMatchObject({ reason: 'not-allowed' })
})

test('a server certificate is no issuer, and nor is an authority without its own key', async () => {
  const root = await newRoot()
  const keys = await generatePair(p256)
  const { certificate } = await newServer(root, 'www.example.com')
  const order = { request: newRequest(keys, 'x.example.com'), template: 'WebServer', validity } as const
  const withKey = (issuer: Issuer) => refusalOf(() => signRequest({ ...order, issuer }))
  expect(withKey({ certificate, privateKey: keys.privateKey })).toMatchObject({ field: 'issuer' })
  expect(withKey({ ...root, privateKey: keys.privateKey })).toMatchObject({ field: 'privateKey' })
})

test('a request whose signature is wrong is not signed', async () => {
  const request = withWrongSignature(readRequestFile(vector('ec.csr')))
  const order = { request, issuer: await newRoot(), template: 'WebServer', validity } as const
  expect(refusalOf(() => signRequest(order))).toMatchObject({ reason: 'not-authentic', field: 'request' })
})

test('a root that openssl made can sign', () => {
  const issuer = { certificate: certificateVector('root.pem'), privateKey: readKeyFile(vector('root.key'), '') }
  const request = readRequestFile(vector('rsa.csr'))
  const in2030 = validityOf(90, 'days', new Date('2030-01-01T00:00:00Z'))
  const { certificate } = signRequest({ request, issuer, template: 'WebServer', validity: in2030, digest: 'SHA512' })
  const [signed, root] = [new X509Certificate(certificate), new X509Certificate(issuer.certificate)]
  expect(signed.checkIssued(root) && signed.verify(root.publicKey)).toBe(true)
  expect(summarizeCertificate(certificate).signatureAlgorithm).toBe('SHA512withRSA')
})

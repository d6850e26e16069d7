import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { readSubtrees } from '#crypto/x509/name-constraints.ts'
import { signRequest } from '#crypto/x509/sign-request.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { refusalOf } from '../refusal-of.ts'
import { newRequest, newRoot, p256 } from './authorities.ts'
import { ask, isInstalled } from './tools.ts'
import { certificateVector } from './vectors.ts'

const openssl = isInstalled('openssl')

async function constrained(permitted: string, excluded = ''): Promise<Issuer> {
  const [root, keys] = [await newRoot(), await generatePair(p256)]
  const { certificate } = signRequest({
    request: newRequest(keys, 'Constrained CA'),
    issuer: root,
    template: 'SubCA',
    validity: validityOf(1000, 'days'),
    nameConstraints: {
      permitted: readSubtrees(permitted, 'permitted'),
      excluded: readSubtrees(excluded, 'excluded'),
    },
  })
  return { certificate, privateKey: keys.privateKey, above: [root.certificate] }
}
async function leafOf(issuer: Issuer, names: string) {
  const request = newRequest(await generatePair(p256), 'A leaf', names)
  return () => signRequest({ request, issuer, template: 'WebServer', validity: validityOf(90, 'days') }).certificate
}

describe('subtrees as people write them', () => {
  test.each([
    ['example.com', [{ type: 'dns', value: 'example.com' }]],
    [
      ' DNS:Example.COM , bücher.example',
      ['example.com', 'xn--bcher-kva.example'].map((value) => ({ type: 'dns', value })),
    ],
    ['IP:10.0.0.0/8, 2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32'].map((value) => ({ type: 'ip', value }))],
    ['192.0.2.7', [{ type: 'ip', value: '192.0.2.7/32' }]],
    ['email:example.com, .example.org@', undefined],
    ['email:.example.com, a@example.com', ['.example.com', 'a@example.com'].map((value) => ({ type: 'email', value }))],
    ['', []],
    ['*.example.com', undefined],
    ['10.1.2.3/8', undefined],
    ['10.0.0.0/33', undefined],
    ['DNS:10.0.0.0/8', undefined],
    ['IP:example.com', undefined],
    ['URI:https://example.com', undefined],
    ['a b', undefined],
  ])('%j', (text, subtrees) => {
    if (subtrees) expect(readSubtrees(text, 'permitted')).toEqual(subtrees)
    else expect(refusalOf(() => readSubtrees(text, 'permitted'))).toMatchObject({ field: 'permitted' })
  })

  test('anything else is refused and never fails in another way', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        try {
          readSubtrees(text, 'permitted')
        } catch (error) {
          expect(error).toMatchObject({ field: 'permitted' })
        }
      }),
    )
  })
})

/** Names, and whether an authority for these subtrees may issue for them. */
const cases: [permitted: string, excluded: string, names: string, allowed: boolean][] = [
  ['example.com', '', 'www.example.com', true],
  ['example.com', '', 'example.com', true],
  ['example.com', '', '*.example.com', true],
  ['example.com', '', 'badexample.com', false],
  ['example.com', '', 'www.example.com,www.example.org', false],
  ['example.com', '', '10.1.2.3', true],
  ['example.com,example.org', '', 'a.example.org', true],
  ['example.com', 'secret.example.com', 'a.secret.example.com', false],
  ['', 'example.com', 'www.example.com', false],
  ['', 'example.com', 'www.example.org', true],
  ['10.0.0.0/8', '', '10.255.0.1', true],
  ['10.0.0.0/8', '', '11.0.0.1', false],
  ['2001:db8::/32', '', '2001:db8::1', true],
  ['2001:db8::/32', '', '2001:db9::1', false],
  ['email:example.com', '', 'ada@example.com', true],
  ['email:example.com', '', 'ada@mail.example.com', false],
  ['email:.example.com', '', 'ada@mail.example.com', true],
]

test.each(cases)('an authority for %j without %j and the names %j: %j', async (permitted, excluded, names, allowed) => {
  const leaf = await leafOf(await constrained(permitted, excluded), names)
  if (allowed) expect(leaf()).toBeDefined()
  else expect(refusalOf(leaf)).toMatchObject({ reason: 'not-allowed', field: 'names' })
})

test('a constraint of an authority further up counts as well', async () => {
  const upper = await constrained('example.com')
  const unlimited: Issuer = { ...(await newRoot()), above: [upper.certificate] }
  expect(refusalOf(await leafOf(unlimited, 'www.example.org'))).toMatchObject({ field: 'names' })
})

test.skipIf(!openssl)('openssl reads the same constraints, critical, and agrees on each case', async () => {
  for (const [permitted, excluded, names, allowed] of cases) {
    const issuer = await constrained(permitted, excluded)
    // What our rules refuse is made by an authority of the same key without constraints, and shown with the other.
    const leaf = (await leafOf({ ...issuer, certificate: await unconstrainedTwin(issuer), above: [] }, names))()
    const [root] = issuer.above ?? []
    const { text } = ask('openssl', ['verify', '-CAfile', 'root.pem', '-untrusted', 'ca.pem', 'leaf.pem'], {
      'root.pem': pem(root ?? new Uint8Array()),
      'ca.pem': pem(issuer.certificate),
      'leaf.pem': pem(leaf),
    })
    expect([permitted, excluded, names, text.includes('leaf.pem: OK')]).toEqual([permitted, excluded, names, allowed])
    const described = ask('openssl', ['x509', '-noout', '-text', '-in', 'ca.pem'], {
      'ca.pem': pem(issuer.certificate),
    })
    expect(described.text).toContain('X509v3 Name Constraints: critical')
    expect(described.text).toContain('CA:TRUE, pathlen:0')
  }
})

/** The same name and key, without any constraint. */
async function unconstrainedTwin({ privateKey }: Issuer) {
  const request = newRequest({ privateKey, publicKey: new Uint8Array() }, 'Constrained CA')
  const order = { issuer: await newRoot(), template: 'SubCA', validity: validityOf(1000, 'days') } as const
  return signRequest({ ...order, request }).certificate
}
const pem = (der: Uint8Array) => writePem('CERTIFICATE', Uint8Array.from(der))

test('an authority that openssl has constrained is read and obeyed', async () => {
  const certificate = certificateVector('constrained-ca.pem')
  expect(summarizeCertificate(certificate).extensions).toContainEqual(
    expect.objectContaining({
      name: 'nameConstraints',
      critical: true,
      lines: ['permitted dns: example.com', 'permitted ip: 10.0.0.0/8', 'excluded dns: secret.example.com'],
    }),
  )
  const issuer: Issuer = { ...(await newRoot()), above: [certificate] }
  expect((await leafOf(issuer, 'www.example.com,10.1.1.1'))()).toBeDefined()
  expect(refusalOf(await leafOf(issuer, 'a.secret.example.com'))).toMatchObject({ field: 'names' })
  expect(refusalOf(await leafOf(issuer, '11.1.1.1'))).toMatchObject({ field: 'names' })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importCertificateFile } from '#crypto/keystore/certificate-import.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readFile } from '#pages/certificates/import/read-file.ts'
import { corpus, every } from '../../crypto/corpora.ts'

const vector = (name: string) =>
  Uint8Array.from(readFileSync(join(import.meta.dirname, '../../crypto/vectors/x509', name)))
const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each([
  ['leaf.pem', 'PEM', 'CERTFILE', false, 'none'],
  ['leaf.der', 'DER', 'CERTFILE', false, 'none'],
  ['chain.p7b', 'P7B (PKCS #7)', 'CERTFILE', false, 'none'],
  ['keytool.p12', 'PKCS #12', 'KEYSTORE', 'unknown', 'needed'],
  ['legacy-rc2-40.p12', 'PKCS #12', 'KEYSTORE', 'unknown', 'needed'],
  ['keytool.jks', 'Java key store (JKS)', 'KEYSTORE', true, 'needed'],
  ['keytool.jceks', 'Java key store (JCEKS)', 'KEYSTORE', true, 'needed'],
] as const)('%s is told by its content', (name, format, fileType, hasKey, password) => {
  expect(readFile(vector(name))).toMatchObject({ format, fileType, hasKey, password })
})

describe('before anything is sent', () => {
  test('subject, names, issuer and dates of a certificate can be read', () => {
    const [seen] = readFile(vector('leaf.pem')).certificates ?? []
    expect(seen?.subject).toMatch(/^CN=|, CN=/)
    expect(seen?.until.getTime()).toBeGreaterThan(seen?.from.getTime() ?? Infinity)
    expect(seen?.serialNumber).toMatch(/^[0-9A-F]+$/)
  })

  test('a Java key store shows its certificates without its password', () => {
    expect(readFile(vector('keytool.jks')).certificates?.length).toBeGreaterThan(0)
  })

  test('all certificates of a P7B are shown, in PEM as well', () => {
    const count = readFile(vector('chain.p7b')).certificates?.length
    expect(count).toBeGreaterThan(1)
    expect(readFile(vector('chain-pem.p7b')).certificates).toHaveLength(count ?? 0)
  })

  test('a PEM file with its key is a key store; an encrypted key needs the password', () => {
    const [leaf, plain] = ['leaf.pem', 'rsa.key'].map((name) => new TextDecoder().decode(vector(name)))
    expect(readFile(bytesOf(`${leaf}\n${plain}`))).toMatchObject({
      fileType: 'KEYSTORE',
      hasKey: true,
      password: 'possible',
    })
    const locked = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----'
    expect(readFile(bytesOf(`${leaf}\n${locked}`)).password).toBe('needed')
  })
})

describe('what cannot be imported is told why', () => {
  test.each([
    ['a request', vector('rsa.csr'), /Import it under Requests/],
    ['a key alone', vector('rsa.key'), /contains the certificate/],
    ['a text', bytesOf('hello'), /not a certificate or a key store/],
    ['nothing', new Uint8Array(), /not a certificate or a key store/],
    ['half a certificate', vector('leaf.der').slice(0, 200), /not a certificate or a key store/],
    [
      'a PEM file that was copied incompletely',
      bytesOf(`-----BEGIN CERTIFICATE-----\n${'A'.repeat(41)}\n-----END CERTIFICATE-----`),
      /Copy or export it again/,
    ],
    ['incomplete base64', bytesOf('A'.repeat(41)), /not a certificate or a key store/],
    ['too much', new Uint8Array(1024 * 1024 + 1), /1 MiB/],
  ])('%s', (_, bytes, why) => {
    const file = readFile(bytes)
    expect(file.refusal).toMatch(why)
    expect(file.fileType).toBeUndefined()
  })

  test('a Java key store that ends too early, or claims countless entries, shows nothing and stops', () => {
    const whole = vector('keytool.jks')
    for (let length = 12; length < whole.length; length += 37) {
      expect(readFile(whole.slice(0, length)).certificates ?? []).toEqual([])
    }
    const countless = Uint8Array.of(0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2, 0xff, 0xff, 0xff, 0xff)
    expect(readFile(countless)).toMatchObject({ fileType: 'KEYSTORE', hasKey: 'unknown' })
  })
})

describe('the page takes what the service takes', () => {
  test('a certificate with an empty line in its base64', () => {
    const text = new TextDecoder().decode(vector('leaf.pem'))
    const [start = '', ...lines] = text.split('\n')
    expect(
      readFile(bytesOf([start, ...lines.slice(0, 3), '', ...lines.slice(3)].join('\n'))).certificates,
    ).toHaveLength(1)
  })

  const linted = every(
    4,
    corpus('x509-lint').filter(({ name }) => name.endsWith('.pem')),
  )
  test.skipIf(linted.length === 0)('of those that linters are tested with (where at hand)', () => {
    const differing = linted.filter(
      ({ bytes }) => Boolean(readFile(Uint8Array.from(bytes)).certificates?.length) !== serviceTakes(bytes),
    )
    expect(linted.length).toBeGreaterThan(100)
    expect(differing.map(({ name }) => name)).toEqual([])
  })
})

function serviceTakes(bytes: Uint8Array): boolean {
  try {
    return importCertificateFile(bytes, '').certificates.length > 0
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

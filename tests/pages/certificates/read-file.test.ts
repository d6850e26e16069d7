import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFile } from '#pages/certificates/import/read-file.ts'

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

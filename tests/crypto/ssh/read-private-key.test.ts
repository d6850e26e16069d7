import { expect, test } from 'vitest'
import { openSshKey } from '#crypto/ssh/ssh-key.ts'
import { refusalOf } from '../refusal-of.ts'
import { sshVectors, vectorFile } from './vectors.ts'

test.for(sshVectors)('$file is read as ssh-keygen reads it', (vector) => {
  const key = openSshKey(vectorFile(vector.file), vector.passphrase)
  expect(key).toEqual({
    keyType: keyTypes[vector.key.split('-')[0] ?? ''],
    length: vector.bits,
    comment: vector.comment,
    publicLine: `${vector.public} ${vector.comment}`.trim(),
    fingerprint: vector.sha256,
    md5Fingerprint: vector.md5,
    format: vector.format,
    isEncrypted: vector.passphrase !== '',
  })
})

const keyTypes: Record<string, string> = { rsa: 'ssh-rsa', dsa: 'ssh-dss', ecdsa: 'ecdsa', ed25519: 'ed25519' }

const encrypted = sshVectors.filter(({ passphrase }) => passphrase)

test.for(encrypted)('$file with a wrong passphrase is refused in words', ({ file }) => {
  expect(refusalOf(() => openSshKey(vectorFile(file), 'wrong'))).toMatchObject({
    reason: 'wrong-passphrase',
    field: 'passphrase',
  })
})

test.for(encrypted)('$file without a passphrase asks for one', ({ file }) => {
  expect(refusalOf(() => openSshKey(vectorFile(file)))).toMatchObject({
    reason: 'passphrase-needed',
    field: 'passphrase',
  })
})

test('a passphrase given for a key that has none does no harm', () => {
  expect(openSshKey(vectorFile('ed25519-256.openssh.key'), 'not needed').isEncrypted).toBe(false)
})

test.for([
  ['ed448.refused.key', 'unsupported', 'SSH does not support keys of type ed448'],
  ['secp256k1.refused.key', 'unsupported', 'SSH does not support the curve secp256k1'],
  ['pkcs8-des.refused.key', 'unsupported', 'The key is encrypted with an outdated, unsupported method'],
  ['pem-des.refused.key', 'unsupported', 'The key is encrypted with an outdated, unsupported method'],
  ['rsa-512.refused.key', 'unsupported', 'RSA keys below 1024 bits are not supported'],
] as const)('%s is refused, and the message says why', ([file, reason, message]) => {
  expect(refusalOf(() => openSshKey(vectorFile(file), 'pä55 phrase'))).toMatchObject({ reason, message, field: 'file' })
})

test.for([
  ['a public key line', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIT me@home'],
  ['a public key in PEM', '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n'],
] as const)('who uploads %s is told that the private half is needed', ([, text]) => {
  expect(refusalOf(() => openSshKey(text))).toMatchObject({ reason: 'not-recognized', field: 'file' })
  expect(refusalOf(() => openSshKey(text)).message).toContain('private key')
})

test('a key file with Windows line ends, a byte order mark and text around it is read', () => {
  const text = vectorFile('ecdsa-384.openssh-encrypted.key').toString()
  const windows = `\uFEFFKey of José:\r\n${text.replaceAll('\n', '\r\n')}Thank you`
  expect(openSshKey(windows, 'pä55 phrase')).toMatchObject({ keyType: 'ecdsa', length: 384 })
})

test('of two private keys in one file none is chosen', () => {
  const both = Buffer.concat([vectorFile('ed25519-256.openssh.key'), vectorFile('ecdsa-256.openssh.key')])
  expect(refusalOf(() => openSshKey(both)).message).toBe('There are several private keys in this file')
})

test('a file above 64 kB is not looked at', () => {
  expect(refusalOf(() => openSshKey(Buffer.alloc(64 * 1024 + 1, 'x')))).toMatchObject({ reason: 'too-large' })
})

import { expect, test } from 'vitest'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { refusalOf } from '../refusal-of.ts'
import { passwords, vector } from '../x509/vectors.ts'

const rsa = readKeyFile(vector('rsa.key'), '')
const ec = readKeyFile(vector('ec.key'), '')

test.each([
  ['rsa-pbes2.key', passwords.usual, rsa],
  ['rsa-dek.key', passwords.usual, rsa],
  ['rsa-pkcs1.der', '', rsa],
  ['ec-pbes2.der', passwords.usual, ec],
  ['ec-3des.key', passwords.accented, ec],
  ['ec-scrypt.key', passwords.usual, ec],
  ['ec-sec1.der', '', ec],
])('%s is the same key as the plain file', (name, passphrase, key) => {
  expect(readKeyFile(vector(name), passphrase)).toEqual(key)
})

test.each(['rsa-pbes2.key', 'rsa-dek.key', 'ec-pbes2.der', 'ec-3des.key', 'ec-scrypt.key'])(
  '%s asks for its passphrase and refuses a wrong one',
  (name) => {
    expect(refusalOf(() => readKeyFile(vector(name), '')).reason).toBe('passphrase-needed')
    expect(refusalOf(() => readKeyFile(vector(name), 'wrong')).reason).toBe('wrong-passphrase')
  },
)

test('a certificate is no key', () => {
  expect(refusalOf(() => readKeyFile(vector('leaf.pem'), '')).reason).toBe('not-recognized')
  expect(refusalOf(() => readKeyFile(vector('leaf.der'), 'x')).reason).toBe('damaged')
})

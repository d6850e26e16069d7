import { expect, test } from 'vitest'
import { jksSeal } from '#crypto/keystore/jks-form.ts'
import { readKeyStore } from '#crypto/keystore/read-key-store.ts'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { publicKeyOf } from '#crypto/private-key/key-pair.ts'
import { cpuMilliseconds } from '../cpu-time.ts'
import { refusalOf } from '../refusal-of.ts'
import { certificateVector, passwords, vector } from '../x509/vectors.ts'

const key = readKeyFile(vector('rsa.key'), '')
const issuers = [certificateVector('intermediate.pem'), certificateVector('root.pem')]

const ofOpenssl = [
  ['default.p12', passwords.usual],
  ['default-utf8.p12', passwords.accented],
  ['legacy-rc2-40.p12', passwords.usual],
  ['legacy-rc2-40-utf8.p12', passwords.accented],
  ['rc2-128.p12', passwords.usual],
  ['3des.p12', passwords.usual],
  ['aes-128.p12', passwords.usual],
  ['plain.p12', passwords.usual],
  ['no-mac.p12', passwords.usual],
] as const

const ofKeytool = [
  ['keytool.p12', 'PKCS12', passwords.usual],
  ['keytool.jks', 'JKS', passwords.usual],
  ['keytool-utf8.jks', 'JKS', passwords.accentedJks],
  ['keytool.jceks', 'JCEKS', passwords.usual],
] as const

test.each(ofOpenssl)('%s of openssl brings its key and the whole chain', (name, password) => {
  const { format, entries } = readKeyStore(vector(name), password)
  expect({ format, aliases: entries.map(({ alias }) => alias) }).toEqual({ format: 'PKCS12', aliases: ['My Host'] })
  expect(entries[0]?.chain.slice(1)).toEqual(issuers)
  expect(publicKeyOf(entries[0]?.privateKey ?? new Uint8Array())).toEqual(publicKeyOf(key))
})

test.each(ofKeytool)('%s of keytool brings a key and a trusted certificate', (name, format, password) => {
  const store = readKeyStore(vector(name), password)
  const [own, trusted] = store.entries.toSorted((a, b) => a.alias.localeCompare(b.alias))
  expect(store.format).toBe(format)
  expect(own).toMatchObject({ alias: 'my host', privateKey: key })
  expect(own?.chain.slice(1)).toEqual(issuers)
  // keytool writes the root of the chain only once into PKCS#12, where it is then part of the chain
  if (format !== 'PKCS12') {
    expect(trusted).toEqual({ alias: 'trusted', privateKey: undefined, chain: [certificateVector('root.pem')] })
  }
})

test('a key of keytool with a password of its own is opened by it, and asked for by name', () => {
  const file = vector('keytool-key-password.jks')
  const refusal = refusalOf(() => readKeyStore(file, 'store-secret'))
  expect([refusal.reason, refusal.field]).toEqual(['wrong-passphrase', 'keyPassphrase'])
  expect(refusalOf(() => readKeyStore(file, 'store-secret', 'wrong')).field).toBe('keyPassphrase')
  expect(refusalOf(() => readKeyStore(file, 'wrong', 'key-secret')).field).toBe('passphrase')
  expect(readKeyStore(file, 'store-secret', 'key-secret').entries).toMatchObject([{ alias: 'host' }])
})

test.each([...ofOpenssl, ...ofKeytool].map(([name]) => name))('%s does not open with a wrong password', (name) => {
  expect(refusalOf(() => readKeyStore(vector(name), 'wrong')).reason).toBe('wrong-passphrase')
})

test.each(['default.p12', 'legacy-rc2-40.p12', 'no-mac.p12', 'keytool.jks'])('%s asks for its password', (name) => {
  expect(refusalOf(() => readKeyStore(vector(name), '')).reason).toBe('passphrase-needed')
})

test.each([
  ['a certificate', 'leaf.pem', 'not-recognized'],
  ['a binary certificate', 'leaf.der', 'damaged'],
  ['a request', 'ec.csr', 'not-recognized'],
])('%s is no key store', (_, name, reason) => {
  expect(refusalOf(() => readKeyStore(vector(name), 'x')).reason).toBe(reason)
})

test('a file that asks for billions of hashes is refused at once', () => {
  const file = Buffer.from(vector('default.p12'))
  const iterations = Buffer.from('02020800', 'hex') // 2048, as openssl writes it at the end of the file
  const at = file.lastIndexOf(iterations)
  expect(at).toBe(file.length - iterations.length)
  // the same integer in as many bytes more as needed, and every length around it
  const bomb = withLongerEnd(file.subarray(0, at), Buffer.from('02047fffffff', 'hex'), 2)
  const spent = cpuMilliseconds(() => {
    expect(refusalOf(() => readKeyStore(bomb, passwords.usual)).reason).toBe('too-costly')
  })
  expect(spent).toBeLessThan(200)
})

test('and so is a Java key store that does', () => {
  const content = Buffer.from(vector('keytool.jceks')).subarray(0, -20)
  const iterations = content.indexOf(Buffer.from('0203030d40', 'hex')) // 200,000, as keytool writes it
  content.writeUIntBE(0x7f_ff_ff, iterations + 2, 3)
  const bomb = Buffer.concat([content, jksSeal(content, passwords.usual)])
  const spent = cpuMilliseconds(() => {
    expect(refusalOf(() => readKeyStore(bomb, passwords.usual)).reason).toBe('too-costly')
  })
  expect(spent).toBeLessThan(200)
})

/** PFX and MacData are the only lengths around the count of iterations. */
function withLongerEnd(start: Buffer, end: Buffer, longer: number): Uint8Array {
  const file = Buffer.concat([start, end])
  file.writeUInt16BE(file.length - 4, 2) // 30 82 length
  const macData = file.lastIndexOf(Buffer.from('3031300d060960864801650304020105000420', 'hex')) - 2
  file.writeUInt8(file.readUInt8(macData + 1) + longer, macData + 1)
  return Uint8Array.from(file)
}

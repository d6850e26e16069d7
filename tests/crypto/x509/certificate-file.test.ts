import { expect, test } from 'vitest'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { exportCertificate, exportPrivateKey } from '#crypto/x509/certificate-export.ts'
import { readCertificateFile, readRequestFile } from '#crypto/x509/certificate-file.ts'
import { refusalOf } from '../refusal-of.ts'
import { ask, isInstalled } from './tools.ts'
import { certificateVector, passwords, vector } from './vectors.ts'

const [leaf, intermediate, root] = ['leaf', 'intermediate', 'root'].map((name) => certificateVector(`${name}.pem`))
if (!leaf || !intermediate || !root) throw new Error('vectors are missing')
const chain = [leaf, intermediate, root] as const
const text = (name: string) => Buffer.from(vector(name)).toString()
const bytes = (value: string) => Uint8Array.from(Buffer.from(value))

test.each([
  ['leaf.pem', 'PEM', [leaf]],
  ['leaf.der', 'DER', [leaf]],
  ['chain.p7b', 'P7B', chain],
  ['chain-pem.p7b', 'PEM', chain],
  ['streamed.p7b', 'P7B', [root, intermediate]],
])('%s is recognized as %s by what is in it', (name, format, certificates) => {
  const file = readCertificateFile(vector(name))
  expect(file.format).toBe(format)
  expect(new Set(file.certificates)).toEqual(new Set(certificates))
})

test('several certificates with words, blank lines, Windows line ends and a byte order mark', () => {
  const file = `\ufeffsubject=x\r\n${text('leaf.pem')}\n\nissuer\n${text('root.pem')}`.replaceAll(/\r?\n/g, '\r\n')
  expect(readCertificateFile(bytes(file)).certificates).toEqual([leaf, root])
})

test('bare base64 is read, on one line or many', () => {
  const base64 = Buffer.from(leaf).toString('base64')
  expect(readCertificateFile(bytes(base64)).certificates).toEqual([leaf])
  expect(readCertificateFile(bytes(`${base64.replaceAll(/.{60}/g, '$&\n')}\n`)).certificates).toEqual([leaf])
})

test('a file with certificate and key tells of the key', () => {
  expect(readCertificateFile(bytes(text('ec.key') + text('leaf.pem'))).hasPrivateKey).toBe(true)
  expect(readCertificateFile(vector('leaf.pem')).hasPrivateKey).toBe(false)
})

test('requests and revocation lists are told apart', () => {
  expect(readCertificateFile(vector('ec.csr'))).toMatchObject({ certificates: [], requests: [expect.anything()] })
  expect(readCertificateFile(vector('root.crl'))).toMatchObject({ revocationLists: [expect.anything()] })
})

test.each([
  ['a key', vector('ec.key'), 'not-found'],
  ['a binary key', vector('ec-sec1.der'), 'not-recognized'],
  ['a key store', vector('default.p12'), 'not-recognized'],
  ['a Java key store', vector('keytool.jks'), 'not-recognized'],
  ['nothing', bytes(''), 'not-recognized'],
  ['a letter', bytes('Dear Sir or Madam'), 'not-recognized'],
  ['half a certificate', bytes(text('leaf.pem').slice(0, 400)), 'not-found'],
  ['a certificate with a hole', bytes(text('leaf.pem').replace(/\n.{64}\n/, '\n')), 'damaged'],
  ['a certificate with a stain', bytes(text('leaf.pem').replace(/\n(.{10})./, '\n$1!')), 'damaged'],
  ['too much', new Uint8Array(1024 * 1024 + 1), 'too-large'],
  ['too many', bytes(text('leaf.pem').repeat(201)), 'too-large'],
])('%s is refused', (_, file, reason) => {
  expect(refusalOf(() => readCertificateFile(file)).reason).toBe(reason)
})

test.each([
  ['a letter', bytes('Dear Sir or Madam')],
  ['a key', vector('ec.key')],
  ['a certificate', vector('leaf.pem')],
])('%s is no signing request, and is not blamed for being no certificate', (_, file) => {
  expect(refusalOf(() => readRequestFile(file)).message).toMatch(/not a certificate signing|no certificate signing/)
})

test.each(['CER', 'CRT', 'DER', 'P7B', 'PEM'] as const)('an exported %s is read again byte for byte', (fileType) => {
  const whole = fileType === 'P7B' || fileType === 'PEM'
  const { certificates } = readCertificateFile(exportCertificate(fileType, chain).bytes)
  expect(certificates).toEqual(whole ? chain : [leaf])
})

test.skipIf(!isInstalled('openssl'))('openssl reads every exported file', () => {
  for (const fileType of ['CER', 'CRT', 'DER', 'PEM'] as const) {
    const file = exportCertificate(fileType, chain).bytes
    expect(ask('openssl', ['x509', '-in', 'a', '-noout', '-subject'], { a: file }).text).toContain('www.example.com')
  }
  const p7b = exportCertificate('P7B', chain).bytes
  const { text } = ask('openssl', 'pkcs7 -inform der -in a -print_certs -noout'.split(' '), { a: p7b })
  expect(text.match(/subject=.*/g)).toHaveLength(3)
})

test.skipIf(!isInstalled('keytool'))('keytool reads an exported P7B', () => {
  const { text } = ask('keytool', ['-printcert', '-file', 'a'], { a: exportCertificate('P7B', chain).bytes })
  expect(text.match(/^Certificate\[/gm)).toHaveLength(3)
})

test('an exported key opens with its passphrase only', () => {
  const key = readKeyFile(vector('rsa.key'), '')
  const file = exportPrivateKey(key, passwords.accented).bytes
  expect(readKeyFile(file, passwords.accented)).toEqual(key)
  expect(refusalOf(() => readKeyFile(file, 'wrong')).reason).toBe('wrong-passphrase')
})

test.skipIf(!isInstalled('openssl'))('openssl opens an exported key, plain and encrypted', () => {
  const key = readKeyFile(vector('ec.key'), '')
  const open = (passphrase: string) => {
    const args = ['pkey', '-in', 'a', '-passin', `pass:${passphrase}`, '-pubout']
    return ask('openssl', args, { a: exportPrivateKey(key, passphrase).bytes }).text
  }
  expect(open('')).toBe(open(passwords.accented))
  expect(open('')).toContain('BEGIN PUBLIC KEY')
})

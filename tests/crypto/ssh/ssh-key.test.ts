import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils } from 'ssh2'
import { expect, onTestFinished, test } from 'vitest'
import { keyLengths } from '#crypto/ssh/key-type.ts'
import { createSshKey, type NewSshKey, openSshKey, rewriteSshKey } from '#crypto/ssh/ssh-key.ts'
import { refusalOf } from '../refusal-of.ts'
import { isInstalled, run } from '../run-tool.ts'
import { sshVectors, vectorFile } from './vectors.ts'

// Every type and length of key-management, Limits; ed25519 has none.
const allKinds = Object.entries(keyLengths).flatMap(([keyType, lengths]: [string, readonly number[]]) =>
  (lengths.length > 0 ? lengths : [undefined]).map((length) => ({
    keyType,
    length,
    name: `${keyType} ${length ?? ''}`,
  })),
)

const made = new Map<string, NewSshKey>()

/** Made once for all tests: RSA 4096 takes its time. */
function keyOf({ keyType, length, name }: (typeof allKinds)[number]): NewSshKey {
  const key = made.get(name) ?? createSshKey({ keyType, length, comment: 'José @ home' })
  made.set(name, key)
  return key
}

test.for(allKinds)('a new key of $name opens again, with the same public half', (kind) => {
  const { file, ...facts } = keyOf(kind)
  expect(facts).toMatchObject({ keyType: kind.keyType, length: kind.length ?? 256, comment: 'José @ home' })
  expect(openSshKey(file)).toEqual({ ...facts, format: 'openssh', isEncrypted: false })
})

test('a new key with a passphrase opens with it only', () => {
  const { file, fingerprint } = createSshKey({ keyType: 'ecdsa', length: 521, passphrase: 'pä55 phrase' })
  expect(openSshKey(file, 'pä55 phrase')).toMatchObject({ fingerprint, isEncrypted: true })
  expect(refusalOf(() => openSshKey(file, 'pä55 phras')).reason).toBe('wrong-passphrase')
})

test.for([
  [
    'RSA with 3072 bits',
    { keyType: 'ssh-rsa', length: 3072 },
    'length',
    'A key of type ssh-rsa must have 1024, 2048, or 4096 bits',
  ],
  [
    'RSA without a length',
    { keyType: 'ssh-rsa' },
    'length',
    'A key of type ssh-rsa must have 1024, 2048, or 4096 bits',
  ],
  ['DSA with 2048 bits', { keyType: 'ssh-dss', length: 2048 }, 'length', 'A key of type ssh-dss must have 1024 bits'],
  [
    'ECDSA with 512 bits',
    { keyType: 'ecdsa', length: 512 },
    'length',
    'A key of type ecdsa must have 256, 384, or 521 bits',
  ],
  ['a type of another name', { keyType: 'rsa', length: 2048 }, 'keyType', 'There is no key type "rsa"'],
  ['a type in capitals', { keyType: 'SSH-RSA', length: 2048 }, 'keyType', 'There is no key type "SSH-RSA"'],
  ['a type that every object has', { keyType: 'constructor' }, 'keyType', 'There is no key type "constructor"'],
  [
    'a comment of two lines',
    { keyType: 'ed25519', comment: 'a\nb' },
    'comment',
    'The comment contains control characters',
  ],
  ['a long comment', { keyType: 'ed25519', comment: 'x'.repeat(2000) }, 'comment', 'The comment is too long'],
  [
    'a long passphrase',
    { keyType: 'ed25519', passphrase: 'x'.repeat(2000) },
    'passphrase',
    'The passphrase is too long',
  ],
] as const)('%s is refused, and the answer names the field', ([, input, field, message]) => {
  expect(refusalOf(() => createSshKey(input))).toMatchObject({ field, message })
})

test('two new keys are never the same', () => {
  const fingerprints = Array.from({ length: 20 }, () => createSshKey({ keyType: 'ed25519' }).fingerprint)
  expect(new Set(fingerprints).size).toBe(20)
})

test('an ed25519 key may be asked for with any length, for it has only one', () => {
  expect(createSshKey({ keyType: 'ed25519', length: 4096 }).length).toBe(256)
})

const oneOfEach = sshVectors.filter(({ file }) =>
  /^(rsa-3072|dsa-1024|ecdsa-384|ed25519-256).v3-encrypted.ppk$/.test(file),
)

test.for(oneOfEach)('$file gets another passphrase, comment and format, and stays the same key', (vector) => {
  const before = openSshKey(vectorFile(vector.file), vector.passphrase)
  const openssh = rewriteSshKey(vectorFile(vector.file), {
    passphrase: vector.passphrase,
    newPassphrase: 'new',
    format: 'openssh',
  })
  expect(openSshKey(openssh, 'new')).toEqual({ ...before, format: 'openssh' })
  const pkcs8 = rewriteSshKey(openssh, { passphrase: 'new', newPassphrase: 'newer', format: 'pkcs8' })
  expect(openSshKey(pkcs8, 'newer')).toMatchObject({ fingerprint: before.fingerprint, format: 'pkcs8', comment: '' })
  const plain = rewriteSshKey(pkcs8, { passphrase: 'newer', comment: 'mine now', format: 'openssh' })
  expect(openSshKey(plain)).toMatchObject({ fingerprint: before.fingerprint, isEncrypted: false, comment: 'mine now' })
})

test('a passphrase is not changed by who does not know the old one', () => {
  const change = { passphrase: 'wrong', newPassphrase: 'mine', format: 'openssh' } as const
  expect(refusalOf(() => rewriteSshKey(vectorFile('aes256-cbc.key'), change)).reason).toBe('wrong-passphrase')
})

test.for(allKinds)('the SSH client that connects to hosts opens a new key of $name', (kind) => {
  const { file, publicLine } = keyOf(kind)
  expect(asSsh2Reads(file)).toBe(`${publicLine.split(' ')[1]} José @ home`)
})

test('the SSH client that connects to hosts opens an encrypted key', () => {
  const { file, publicLine } = createSshKey({ keyType: 'ed25519', passphrase: 'pä55', comment: 'x' })
  expect(asSsh2Reads(file, 'pä55')).toBe(`${publicLine.split(' ')[1]} x`)
})

function asSsh2Reads(file: string, passphrase?: string): string {
  const parsed = utils.parseKey(file, passphrase)
  if (parsed instanceof Error) throw parsed
  return `${parsed.getPublicSSH().toString('base64')} ${parsed.comment}`
}

test.skipIf(!isInstalled('ssh-keygen')).for(allKinds)(
  'ssh-keygen (where installed) opens a new key of $name, and agrees on its public half and digests',
  (kind) => {
    const key = keyOf(kind)
    for (const passphrase of ['', 'pä55 phrase']) {
      const path = keyFile(rewriteSshKey(key.file, { newPassphrase: passphrase, format: 'openssh' }))
      expect(run('ssh-keygen', ['-y', '-P', passphrase, '-f', path])).toBe(key.publicLine)
      expect(run('ssh-keygen', ['-l', '-E', 'sha256', '-f', path])).toContain(`${key.length} ${key.fingerprint} `)
      expect(run('ssh-keygen', ['-l', '-E', 'md5', '-f', path])).toContain(`${key.length} ${key.md5Fingerprint} `)
      if (passphrase) expect(() => run('ssh-keygen', ['-y', '-P', 'wrong', '-f', path])).toThrow('incorrect passphrase')
    }
  },
)

test.skipIf(!isInstalled('openssl')).for(allKinds)('openssl (where installed) opens the PKCS#8 of $name', (kind) => {
  const path = keyFile(rewriteSshKey(keyOf(kind).file, { format: 'pkcs8' }))
  expect(run('openssl', ['pkey', '-in', path, '-noout', '-text'])).toContain('rivate')
})

test.skipIf(!isInstalled('openssl'))(
  'openssl (where installed) opens an encrypted PKCS#8 with its passphrase only',
  () => {
    const { file } = createSshKey({ keyType: 'ecdsa', length: 256 })
    const path = keyFile(rewriteSshKey(file, { newPassphrase: 'pä55', format: 'pkcs8' }))
    expect(run('openssl', ['pkey', '-in', path, '-passin', 'pass:pä55', '-noout', '-text'])).toContain('rivate')
    // By chance the padding looks right once in a few hundred times, and what it decrypted to is no key.
    const opened = () => run('openssl', ['pkey', '-in', path, '-passin', 'pass:wrong', '-noout'])
    expect(opened).toThrow(/bad decrypt|Could not read key/)
  },
)

test.skipIf(!isInstalled('puttygen')).for(allKinds)('puttygen (where installed) agrees on a key of $name', (kind) => {
  const { file, fingerprint } = keyOf(kind)
  expect(run('puttygen', ['-l', '-E', 'sha256', keyFile(file)])).toContain(fingerprint)
})

function keyFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ssh-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'key')
  writeFileSync(path, content)
  chmodSync(path, 0o600)
  return path
}

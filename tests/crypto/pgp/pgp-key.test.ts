import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createMessage,
  decrypt,
  decryptKey,
  encrypt,
  enums,
  generateKey,
  readKey,
  readMessage,
  readPrivateKey,
} from 'openpgp'
import { expect, onTestFinished, test } from 'vitest'
import { createPgpKey, openPgpKey } from '#crypto/pgp/pgp-key.ts'
import { refusalFrom } from '../refusal-of.ts'
import { isInstalled, run } from '../run-tool.ts'

interface PgpVector {
  file: string
  fingerprint: string
  user: string
  passphrase: string
  private: boolean
}

const folder = new URL('../vectors/pgp/', import.meta.url)
const vectorFile = (name: string) => readFileSync(new URL(name, folder))
const vectors = JSON.parse(vectorFile('vectors.json').toString()) as PgpVector[]

test.for(vectors)('$file is read as gpg made it', async (vector) => {
  const key = await openPgpKey(vectorFile(vector.file), vector.passphrase)
  expect(key).toMatchObject({
    fingerprint: vector.fingerprint,
    users: [vector.user],
    isEncrypted: vector.private && vector.passphrase !== '',
  })
  expect(key.publicKey).toMatch(/^-----BEGIN PGP PUBLIC KEY BLOCK-----/)
  expect(key.privateKey !== undefined).toBe(vector.private)
})

const encrypted = vectors.filter(({ passphrase }) => passphrase)

test.for(encrypted)('$file asks for its passphrase and refuses another one', async ({ file }) => {
  const asked = { reason: 'passphrase-needed', field: 'passphrase' }
  const refused = { reason: 'wrong-passphrase', field: 'passphrase' }
  expect(await refusalFrom(openPgpKey(vectorFile(file)))).toMatchObject(asked)
  expect(await refusalFrom(openPgpKey(vectorFile(file), 'wrong'))).toMatchObject(refused)
})

test('what is stored of an encrypted key stays encrypted', async () => {
  const { privateKey = '' } = await openPgpKey(vectorFile('curve25519-encrypted.asc'), 'pä55 phrase')
  expect((await readPrivateKey({ armoredKey: privateKey })).isDecrypted()).toBe(false)
})

test('an expired key is refused with the day on which it expired', async () => {
  const refusal = await refusalFrom(openPgpKey(vectorFile('expired.refused.asc')))
  expect(refusal).toMatchObject({ reason: 'not-allowed', message: 'The key expired on 2020-01-01' })
})

test('a key whose main part is kept elsewhere is refused', async () => {
  const refusal = await refusalFrom(openPgpKey(vectorFile('offline-primary.refused.asc'), 'pä55 phrase'))
  expect(refusal).toMatchObject({ reason: 'unsupported', message: 'A private part of this key is stored elsewhere' })
})

test('a key whose signature was altered is refused', async () => {
  const altered = Buffer.from(vectorFile('public.gpg'))
  altered[altered.indexOf('José Müller')] = 0x4b
  expect((await refusalFrom(openPgpKey(altered))).reason).toBe('damaged')
})

test.for(['', 'hello', '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nAAAA\n-----END PGP PRIVATE KEY BLOCK-----'])(
  'the text %j is no key',
  async (text) => {
    expect((await refusalFrom(openPgpKey(text))).reason).toBe('not-recognized')
  },
)

test('a key that asks for 32 GiB to try a passphrase is refused without trying', async () => {
  const s2kArgon2Params = { passes: 1, parallelism: 1, memoryExponent: 12 }
  const config = { s2kType: enums.s2k.argon2, s2kArgon2Params, aeadProtect: true } as const
  const made = await generateKey({ userIDs: { name: 'x' }, passphrase: 'secret', format: 'binary', config })
  expect((await openPgpKey(made.privateKey, 'secret')).isEncrypted).toBe(true)
  const cost = Buffer.of(1, 1, 12)
  const greedy = Buffer.from(made.privateKey)
  for (let at = greedy.indexOf(cost); at >= 0; at = greedy.indexOf(cost, at)) greedy[at + 2] = 25
  expect((await refusalFrom(openPgpKey(greedy, 'secret'))).reason).toBe('too-costly')
})

test.for([
  ['Ada Lovelace <ada@example.com>', 'Ada Lovelace <ada@example.com>'],
  ['  ada@example.com ', '<ada@example.com>'],
  ['CORP\\ada', 'CORP\\ada'],
  ['Ada (work) <ada@example.com>', 'Ada (work) <ada@example.com>'],
  ['Zoë 💡', 'Zoë 💡'],
] as const)('a key for %s carries the user id %s', async ([user, userId]) => {
  expect((await createPgpKey({ user })).users).toEqual([userId])
})

test.for(['', ' ', 'Ada\nLovelace', 'Ada <ada>', 'x'.repeat(257)])('%j names no user', async (user) => {
  expect(await refusalFrom(createPgpKey({ user }))).toMatchObject({ reason: 'not-allowed', field: 'user' })
})

test('a new key with a passphrase opens with it only', async () => {
  const { privateKey, fingerprint } = await createPgpKey({ user: 'Ada', passphrase: 'secret' })
  expect(await openPgpKey(privateKey, 'secret')).toMatchObject({ fingerprint, isEncrypted: true })
  expect((await refusalFrom(openPgpKey(privateKey, 'other'))).reason).toBe('wrong-passphrase')
})

test.skipIf(!isInstalled('gpg'))(
  'gpg (where installed) imports our keys, and each reads what the other encrypted',
  { timeout: 120_000 },
  async () => {
    const gpg = await gpgWithHome()
    for (const kind of ['curve25519', 'rsa2048'] as const) {
      const user = `${kind} <ada@example.com>`
      const key = await createPgpKey({ user, kind, passphrase: 'pä55' })
      gpg(['--import'], key.privateKey)
      const listed = gpg(['--with-colons', '--list-secret-keys', key.fingerprint])
      expect(listed).toContain(`:${key.fingerprint}:`)
      expect(listed).toContain(user)

      const message = await createMessage({ text: 'to gpg' })
      const toGpg: unknown = await encrypt({ message, encryptionKeys: await readKey({ armoredKey: key.publicKey }) })
      expect(gpg(['--decrypt'], String(toGpg))).toBe('to gpg')

      const fromGpg = gpg(
        ['--armor', '--trust-model', 'always', '--recipient', key.fingerprint, '--encrypt'],
        'from gpg',
      )
      const locked = await readPrivateKey({ armoredKey: key.privateKey })
      const decryptionKeys = await decryptKey({ privateKey: locked, passphrase: 'pä55' })
      const toUs = await readMessage({ armoredMessage: fromGpg })
      const opened: { data: unknown } = await decrypt({ message: toUs, decryptionKeys })
      expect(opened.data).toBe('from gpg')
    }
  },
)

/** gpg with a key ring of its own; the passphrase is the one of the keys here. */
async function gpgWithHome() {
  const home = await mkdtemp(join(tmpdir(), 'gpg-'))
  await writeFile(join(home, 'passphrase'), 'pä55')
  onTestFinished(async () => {
    run('gpgconf', ['--homedir', home, '--kill', 'all'])
    await rm(home, { recursive: true })
  })
  const fixed = ['--homedir', home, '--batch', '--quiet', '--pinentry-mode', 'loopback']
  const passphrase = ['--passphrase-file', join(home, 'passphrase')]
  return (args: string[], input = '') => run('gpg', [...fixed, ...passphrase, ...args], input)
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sshKeyRows } from '#contract/keys/ssh.ts'
import { keyLengths } from '#crypto/ssh/key-type.ts'
import { openSshKey } from '#crypto/ssh/ssh-key.ts'
import { sshKeyHandlers } from '#services/keys/ssh/ssh-key-handlers.ts'
import { isInstalled, run } from '../../crypto/run-tool.ts'
import { sshVectors, vectorFile } from '../../crypto/ssh/vectors.ts'
import { fileOf, type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'

let world: KeyWorld
const served = (to: KeyWorld, keyId = 1) => to.serve(sshKeyRows, sshKeyHandlers(to.parts), { keyId })
let keys: ReturnType<typeof served>
beforeAll(async () => {
  world = await startKeyWorld()
  keys = served(world)
})
afterAll(() => world.stop())

const lastAudit = async () => (await world.audit()).at(-1)
type Kind = [keyType: string, length: string | undefined]
const kinds = Object.entries(keyLengths).flatMap(([keyType, lengths]: [string, readonly number[]]): Kind[] =>
  lengths.length > 0 ? lengths.map((length) => [keyType, String(length)]) : [[keyType, undefined]],
)

/** A private key file as OpenSSH wants it: for its owner alone. */
async function fileFor(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'key'), bytes, { mode: 0o600 })
  return join(folder, 'key')
}

test.for(kinds)('a key of type %s and length %s is made, listed and exported', async ([keyType, length]) => {
  const keyName = `${keyType} ${length ?? ''}`.trim()
  const passPhrase = 'pä55 "phrase"'
  expect(await keys.call('createSshKey', { keyName, keyType, length, passPhrase, comment: 'José @ home' })).toEqual({
    name: 'CreateSSHKey',
    result: { status: 'Success', message: 'New SSH key created successfully' },
  })
  const { details } = await keys.call('getSshKey', { keyName })
  const [row] = details as Record<string, string>[]
  expect(row).toEqual({
    KeyName: keyName,
    KeyType: keyType,
    KeyLength: length ?? '256',
    FingerPrint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/) as string,
    isPassphraseAvailable: true,
    CreatedBy: 'admin',
    CreationTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
  })
  const privateKey = await keys.download('exportSshKey', { keyName })
  const publicKey = await keys.download('exportSshKey', { keyName, keyExportType: 'public' })
  expect([privateKey.name, publicKey.name]).toEqual([keyName, `${keyName}.pub`])
  expect(privateKey.bytes).toEqual((await keys.download('exportSshKey', { keyName, keyExportType: 'private' })).bytes)
  const opened = openSshKey(privateKey.bytes, passPhrase)
  expect(opened).toMatchObject({ fingerprint: row?.FingerPrint, isEncrypted: true, format: 'openssh' })
  expect(publicKey.bytes.toString()).toBe(`${opened.publicLine}\n`)
  expect(await keys.call('getSshKeyPassphrase', { keyName })).toMatchObject({ details: { passphrase: passPhrase } })

  // OpenSSH has given ssh-dss up: some builds print its fingerprint, and none opens the private key.
  if (!isInstalled('ssh-keygen') || keyType === 'ssh-dss') return
  const file = await fileFor(privateKey.bytes)
  expect(run('ssh-keygen', ['-y', '-P', passPhrase, '-f', file])).toBe(opened.publicLine)
  expect(run('ssh-keygen', ['-l', '-f', file]).split(' ')).toEqual(expect.arrayContaining([row?.FingerPrint]))
})

test('the list has every key once', async () => {
  const { details, totalRows } = await keys.call('listSshKeys')
  const names = (details as { KeyName: string }[]).map(({ KeyName }) => KeyName)
  expect(names).toEqual(expect.arrayContaining(['ssh-dss 1024', 'ed25519', 'ecdsa 521']))
  expect(totalRows).toBe(new Set(names).size)
})

test.for([
  ['ssh-rsa', '3072', 'length: A key of type ssh-rsa must have 1024, 2048, or 4096 bits'],
  ['ssh-rsa', undefined, 'length: A key of type ssh-rsa must have 1024, 2048, or 4096 bits'],
  ['ssh-rsa', '2048 ', 'length: A key of type ssh-rsa must have 1024, 2048, or 4096 bits'],
  ['ssh-rsa', '0x400', 'length: A key of type ssh-rsa must have 1024, 2048, or 4096 bits'],
  ['ssh-dss', '2048', 'length: A key of type ssh-dss must have 1024 bits'],
  ['ecdsa', '255', 'length: A key of type ecdsa must have 256, 384, or 521 bits'],
  ['ed25519', '256', 'length: The length of a key of type ed25519 is fixed; leave it out'],
] as const)('a %s key of length %s is refused by naming its length', async ([keyType, length, message]) => {
  const before = (await keys.call('listSshKeys')).totalRows
  expect(await refusalOf(keys.call('createSshKey', { keyName: 'odd', keyType, length }))).toBe(message)
  expect((await keys.call('listSshKeys')).totalRows).toBe(before)
})

test('an ed25519 key takes an empty length, and no other type is made', async () => {
  await keys.call('createSshKey', { keyName: 'no length', keyType: 'ed25519', length: '' })
  expect(await refusalOf(keys.call('createSshKey', { keyName: 'x', keyType: 'RSA', length: '2048' }))).toMatch(
    /^keyType:/,
  )
})

test.for([
  ['a taken name', { keyName: 'ed25519' }, /^keyName: An SSH key “ed25519” already exists$/],
  ['a comma in its name', { keyName: 'a,b' }, /^keyName: The name of an SSH key cannot contain a comma$/],
  ['a line break in its name', { keyName: 'a\nb' }, /^keyName: /],
  ['NUL in its name', { keyName: 'a\0b' }, /^keyName: /],
  ['half a character in its name', { keyName: 'a\ud800' }, /^keyName: /],
  ['a blank name', { keyName: ' ' }, /^keyName: /],
  ['no name', {}, /^keyName: is missing$/],
  ['256 characters as its name', { keyName: 'x'.repeat(256) }, /^keyName: /],
  ['a line break in its comment', { keyName: 'x', comment: 'a\nb' }, /^comment: /],
  ['an endless passphrase', { keyName: 'x', passPhrase: 'x'.repeat(1025) }, /^passPhrase: /],
] as const)('a key with %s is refused', async ([, input, message]) => {
  expect(await refusalOf(keys.call('createSshKey', { keyType: 'ed25519', ...input }))).toMatch(message)
})

test.for([
  '__proto__',
  'constructor',
  '‮gnp.exe',
  '../../etc/passwd',
  '.hidden',
  '田中さんにあげて下さい',
  '"><script>',
])('a key may be called %s', async (keyName) => {
  await keys.call('createSshKey', { keyName, keyType: 'ed25519' })
  expect(await keys.call('getSshKey', { keyName })).toMatchObject({ details: [{ KeyName: keyName }], totalRows: 1 })
  const { name } = await keys.download('exportSshKey', { keyName, keyExportType: 'public' })
  expect(name).toMatch(/^[^./\\\u202e][^/\\\u202e]*\.pub$/u)
})

test('what is asked of a key that does not exist names the field', async () => {
  for (const name of ['getSshKey', 'getSshKeyPassphrase'] as const) {
    expect(await refusalOf(keys.call(name, { keyName: 'nothing' }))).toBe('keyName: There is no SSH key “nothing”')
  }
  expect(await refusalOf(keys.download('exportSshKey', { keyName: 'Ed25519' }))).toMatch(/^keyName: There is no/)
  expect(await refusalOf(keys.call('deleteSshKey', { key_name: 'a\0' }))).toMatch(/^key_name: /)
})

test('a key without a passphrase has none to show, and nothing is noted as shown', async () => {
  await keys.call('createSshKey', { keyName: 'open', keyType: 'ed25519', passPhrase: '' })
  const before = await world.audit()
  expect(await refusalOf(keys.call('getSshKeyPassphrase', { keyName: 'open' }))).toBe(
    'keyName: SSH key “open” has no passphrase',
  )
  expect(await world.audit()).toEqual(before)
})

test('what is revealed is noted before, and counted for the key that asked', async () => {
  await keys.download('exportSshKey', { keyName: 'open' })
  const shown = { username: 'admin', operation: 'exportSSHKey', revealed_to: 1 }
  expect(await lastAudit()).toMatchObject({ ...shown, description: 'Private half of SSH key “open” exported' })
  await keys.download('exportSshKey', { keyName: 'open', keyExportType: 'public' })
  expect(await lastAudit()).toMatchObject({ revealed_to: null })
})

test('a secret stays where it is when its reveal cannot be noted', async () => {
  const { audit } = world.parts
  const fails = { ...audit, reveal: () => Promise.reject(new Error('The disk is full')) }
  const { download, call } = world.serve(sshKeyRows, sshKeyHandlers({ ...world.parts, audit: fails }))
  await expect(download('exportSshKey', { keyName: 'open' })).rejects.toThrow('The disk is full')
  await expect(call('getSshKeyPassphrase', { keyName: 'ed25519' })).rejects.toThrow('The disk is full')
})

test('while the vault is sealed nothing secret is shown or kept', async () => {
  world.parts.vault.lock()
  try {
    const sealed = expect.objectContaining({ code: 'SEALED', status: 503 }) as Error
    await expect(keys.download('exportSshKey', { keyName: 'open' })).rejects.toEqual(sealed)
    await expect(keys.call('createSshKey', { keyName: 'late', keyType: 'ed25519' })).rejects.toEqual(sealed)
    await expect(keys.call('listSshKeys')).resolves.toMatchObject({ name: 'getAllSSHKeys' })
  } finally {
    world.unlock()
  }
  expect(await refusalOf(keys.call('getSshKey', { keyName: 'late' }))).toContain('There is no SSH key')
})

/** Each format, plain and encrypted; what their ciphers and derivations are is tested where they are read. */
const imported = sshVectors.filter(({ file, passphrase }) => passphrase === '' || file.startsWith('ecdsa-256'))

test.for(imported)('$file is imported, and is then an OpenSSH file under the same passphrase', async (vector) => {
  const { call, download } = served(world, 2 + sshVectors.indexOf(vector)) // one caller has only so many reveals
  onTestFinished(async () => {
    await call('deleteSshKey', { key_name: 'imported' })
  })
  const File = fileOf(vectorFile(vector.file), vector.file)
  const added = await call('addSshKey', { keyName: 'imported', passphrase: vector.passphrase, File })
  expect(added).toEqual({
    name: 'addSSHKey',
    result: { status: 'Success', message: 'SSH key imported successfully' },
  })
  const { details } = await call('getSshKey', { keyName: 'imported' })
  expect(details).toMatchObject([
    { FingerPrint: vector.sha256, KeyLength: String(vector.bits), isPassphraseAvailable: vector.passphrase !== '' },
  ])
  const { bytes } = await download('exportSshKey', { keyName: 'imported' })
  const opened = openSshKey(bytes, vector.passphrase)
  expect(opened).toMatchObject({
    fingerprint: vector.sha256,
    format: 'openssh',
    isEncrypted: vector.passphrase !== '',
  })
})

test('a key is kept once, whatever its name and format', async () => {
  const [one, other] = sshVectors.filter(({ key, passphrase }) => key === 'rsa-2048' && passphrase === '')
  await keys.call('addSshKey', { keyName: 'once', File: fileOf(vectorFile(one?.file ?? '')) })
  const again = keys.call('addSshKey', { keyName: 'again', File: fileOf(vectorFile(other?.file ?? '')) })
  expect(await refusalOf(again)).toBe('File: This key is already stored as “once”')
})

test('a passphrase for a file that needs none is not kept', async () => {
  const File = fileOf(vectorFile('dsa-1024.pem.key'))
  await keys.call('addSshKey', { keyName: 'plain', passphrase: 'needless', File })
  expect(await keys.call('getSshKey', { keyName: 'plain' })).toMatchObject({
    details: [{ isPassphraseAvailable: false }],
  })
  expect(openSshKey((await keys.download('exportSshKey', { keyName: 'plain' })).bytes).isEncrypted).toBe(false)
})

test('a file that cannot be imported is refused by its field, and nothing is kept', async () => {
  const encrypted = sshVectors.find(({ passphrase }) => passphrase !== '')
  const File = fileOf(vectorFile(encrypted?.file ?? ''))
  const before = await keys.call('listSshKeys')
  const refusal = (input: object) => refusalOf(keys.call('addSshKey', { keyName: 'import', ...input }))
  expect(await refusal({ File, passphrase: 'wrong' })).toMatch(/^passphrase: /)
  expect(await refusal({ File })).toMatch(/^passphrase: /)
  expect(await refusal({})).toBe('File: must be a file')
  expect(await refusal({ File: fileOf('') })).toMatch(/^File: /)
  expect(await refusal({ File: fileOf('ssh-ed25519 AAAA me') })).toMatch(/^File: .*public key/)
  expect(await refusal({ File: fileOf('x'.repeat(70_000)) })).toBe('File: A key file has at most 64 kB')
  expect(await refusal({ File: fileOf(vectorFile('scrypt.costly.key')), passphrase: 'x' })).toMatch(/^File: /)
  expect(await keys.call('listSshKeys')).toEqual(before)
})

test('two calls at once make one key of a name', async () => {
  const made = await Promise.allSettled(
    Array.from({ length: 5 }, () => keys.call('createSshKey', { keyName: 'at once', keyType: 'ed25519' })),
  )
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', ...Array<string>(4).fill('rejected')])
  for (const one of made) {
    if (one.status === 'rejected') expect(String(one.reason)).toContain('An SSH key “at once” already exists')
  }
})

test('a deleted key is gone, and its name is free again', async () => {
  await keys.call('createSshKey', { keyName: 'old', keyType: 'ed25519' })
  expect(await keys.call('deleteSshKey', { key_name: 'old' })).toEqual({
    name: 'DeleteSSHKey',
    result: { status: 'Success', message: 'SSH key deleted successfully' },
  })
  expect(await lastAudit()).toMatchObject({ operation: 'deleteSSHKey', description: 'SSH key “old” deleted' })
  expect(await refusalOf(keys.call('getSshKey', { keyName: 'old' }))).toContain('There is no SSH key')
  await keys.call('createSshKey', { keyName: 'old', keyType: 'ed25519' })
})

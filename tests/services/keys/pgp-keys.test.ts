import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readKey, readPrivateKey } from 'openpgp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fromRequest } from '#contract/http/from-request.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { getPgpKey, sshKeyRows } from '#contract/keys/ssh.ts'
import { sshKeyHandlers } from '#services/keys/ssh/ssh-key-handlers.ts'
import { isInstalled, run } from '../../crypto/run-tool.ts'
import { type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'

let world: KeyWorld
const served = (keyId = 1) => world.serve(sshKeyRows, sshKeyHandlers(world.parts), { keyId })
beforeAll(async () => {
  world = await startKeyWorld()
})
afterAll(() => world.stop())

const keyOf = (User: string, keyExportType: 'public' | 'private' = 'public') =>
  served().download('getPgpKey', { User, keyExportType })

test('a user’s key is made once, and both halves of it are exported', async () => {
  const User = String.raw`José\ \"Joe\"\ Núñez\ \<jose\@example\.org\>`
  const half = { public: await keyOf(User), private: await keyOf(User, 'private') }
  expect(half.public.name).toBe('jose@example.org.asc')
  expect(half.private.name).toBe('jose@example.org.private.asc')
  const publicKey = await readKey({ armoredKey: half.public.bytes.toString() })
  const privateKey = await readPrivateKey({ armoredKey: half.private.bytes.toString() })
  expect(publicKey.getUserIDs()).toEqual(['José "Joe" Núñez <jose@example.org>'])
  expect(publicKey.isPrivate()).toBe(false)
  expect(privateKey.getFingerprint()).toBe(publicKey.getFingerprint())
  expect((await keyOf(User)).bytes).toEqual(half.public.bytes)
  const id = 'José "Joe" Núñez <jose@example.org>'
  expect((await world.audit()).map(({ description, revealed_to }) => [description, revealed_to])).toEqual([
    [`PGP key of “${id}” created`, null],
    [`Public half of the PGP key of “${id}” exported`, null],
    [`Private half of the PGP key of “${id}” exported`, 1],
    [`Public half of the PGP key of “${id}” exported`, null],
  ])
})

test.skipIf(!isInstalled('gpg'))('gpg imports both halves, and signs with the private one', async () => {
  const home = mkdtempSync(join(tmpdir(), 'gnupg-'))
  onTestFinished(() => {
    run('gpgconf', ['--homedir', home, '--kill', 'all'])
    rmSync(home, { recursive: true, force: true })
  })
  const gpg = (...args: string[]) => run('gpg', ['--homedir', home, '--batch', '--no-tty', '--quiet', ...args])
  const [publicFile, privateFile, text] = ['public', 'private', 'text'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  await writeFile(publicFile, (await keyOf('gpg <gpg@example.org>')).bytes)
  await writeFile(privateFile, (await keyOf('gpg <gpg@example.org>', 'private')).bytes)
  gpg('--import', publicFile)
  expect(gpg('--list-keys', '--with-colons')).toContain(':gpg <gpg@example.org>:')
  gpg('--import', privateFile)
  await writeFile(text, 'signed')
  gpg('--output', `${text}.sig`, '--detach-sign', text)
  gpg('--verify', `${text}.sig`, text)
})

test('calls at once, of two processes even, make one key', async () => {
  const [one, other] = [served(), served()]
  const asked = { User: 'racing', keyExportType: 'public' }
  const files = await Promise.all([one, other, one, other].map(({ download }) => download('getPgpKey', asked)))
  expect(new Set(files.map(({ bytes }) => bytes.toString())).size).toBe(1)
  const created = (await world.audit()).filter(({ description }) => description === 'PGP key of “racing” created')
  expect(created).toHaveLength(1)
})

test('blanks around the parts of a name make no other user', async () => {
  expect((await keyOf('  Ann   <ann@example.org> ')).bytes).toEqual((await keyOf('Ann <ann@example.org>')).bytes)
  expect((await keyOf('<ann@example.org>')).bytes).not.toEqual((await keyOf('Ann <ann@example.org>')).bytes)
})

test.for(['__proto__', '田中', "'; DROP TABLE key_pgp_key; --", '$(touch /tmp/x)', '`id`', '../../etc/passwd', 'a,b'])(
  'a user may be called %s',
  async (user) => {
    const { name, bytes } = await keyOf(user)
    expect((await readKey({ armoredKey: bytes.toString() })).getUserIDs()).toEqual([user])
    expect(name).toMatch(/^[^./][^/]*\.asc$/)
  },
)

test.for([
  ['nobody', { User: '' }, /^User: /],
  ['a line break', { User: 'a\nb' }, /^User: /],
  ['NUL', { User: 'a\0b' }, /^User: /],
  ['half a character', { User: 'a\ud800' }, /^User: /],
  ['no address where one must be', { User: 'Ann <ann>' }, /^User: Enter an email address between < and >/],
  ['300 characters', { User: 'x'.repeat(300) }, /^User: /],
  ['neither half', { User: 'Ann', keyExportType: undefined }, /^keyExportType: /],
  ['another half', { User: 'Ann', keyExportType: 'both' }, /^keyExportType: /],
] as const)('a call for %s is refused', async ([, input, message]) => {
  const before = await world.audit()
  expect(await refusalOf(served().download('getPgpKey', { keyExportType: 'public', ...input }))).toMatch(message)
  expect(await world.audit()).toEqual(before)
})

test('special characters travel with a backslash before them', () => {
  const user = String.raw`CORP\José "Joe" (x) <a.b@c>, [1]; d:e`
  const { target } = toRequest(getPgpKey, { User: user, keyExportType: 'public' })
  const sent = new URLSearchParams(target.split('?')[1]).get('INPUT_DATA') ?? ''
  const { operation } = JSON.parse(sent) as { operation: { Details: { User: string } } }
  expect(operation.Details.User).toBe(String.raw`CORP\\José\ \"Joe\"\ \(x\)\ \<a\.b\@c\>\,\ \[1\]\;\ d\:e`)
  expect(fromRequest(getPgpKey, { method: 'GET', target, headers: {} }).User).toBe(user)
})

test('what was sent without backslashes is read all the same', () => {
  const sent = (User: string) => {
    const data = JSON.stringify({ operation: { Details: { User, keyExportType: 'public' } } })
    const target = `${getPgpKey.path}?${new URLSearchParams({ INPUT_DATA: data })}`
    return fromRequest(getPgpKey, { method: 'GET', target, headers: {} }).User
  }
  expect(sent('Ann <ann@example.org>')).toBe('Ann <ann@example.org>')
  expect(sent(String.raw`CORP\ann`)).toBe(String.raw`CORP\ann`)
})

test('the private half is nowhere in clear', async () => {
  const { bytes } = await keyOf('canary <canary@example.org>', 'private')
  const lines = bytes
    .toString()
    .split('\n')
    .filter((line) => /^[A-Za-z0-9+/=]{40,}$/.test(line))
  const publicLines = (await keyOf('canary <canary@example.org>')).bytes.toString()
  const secret = lines.filter((line) => !publicLines.includes(line))
  expect(secret.length).toBeGreaterThan(1)
  const stored = (await world.stored()).toString('latin1')
  for (const line of secret) expect(stored.includes(line)).toBe(false)
  expect(stored).not.toContain('PGP PRIVATE KEY BLOCK')
})

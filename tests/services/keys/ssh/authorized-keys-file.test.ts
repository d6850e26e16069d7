import { lstat, mkdir, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { associateKey, dissociateKey, readAuthorizedKeys } from '#services/keys/ssh/authorized-keys-file.ts'
import type { Sftp } from '#services/keys/ssh/sftp.ts'
import type { SshSession } from '#services/keys/ssh/ssh-session.ts'
import { refused } from './refused.ts'
import { type RunningHost, startRunningHost } from './running-host.ts'
import { runs } from '../../../support/runs.ts'

const path = '/home/deploy/.ssh/authorized_keys'
const newKey = (comment: string) => createSshKey({ keyType: 'ed25519', comment })
const [mine, theirs] = [newKey('mine'), newKey('theirs')]

let host: RunningHost
beforeEach(async () => {
  host = await startRunningHost()
})
afterEach(() => host.stop())

test('an associated key opens the account, and no longer once it is dissociated', async () => {
  await expect(host.loginWithKey('deploy', mine.file)).rejects.toThrow('did not accept these credentials')
  using session = await host.login('deploy')
  const added = await associateKey(session, 'deploy', mine.publicLine)
  expect(added).toMatchObject({ path, changed: true, isThere: true, keys: [{ comment: 'mine' }] })

  using byKey = await host.loginWithKey('deploy', mine.file)
  expect((await byKey.run('id -un')).output).toBe('deploy\n')

  expect(await dissociateKey(byKey, 'deploy', mine.publicLine)).toMatchObject({ changed: true, keys: [] })
  await expect(host.loginWithKey('deploy', mine.file)).rejects.toThrow('did not accept these credentials')
})

test('the file is made for its user alone', async () => {
  using session = await host.login('root')
  await associateKey(session, 'deploy', mine.publicLine)
  expect((await stat(host.fileOf(path))).mode & 0o777).toBe(0o600)
  expect((await stat(host.fileOf('/home/deploy/.ssh'))).mode & 0o777).toBe(0o700)
  expect(await readdir(host.fileOf('/home/deploy/.ssh'))).toEqual(['authorized_keys'])
})

test('every other byte of the file stays', async () => {
  const lived = Buffer.from(
    `\uFEFF# by hand\r\n\xff\xfe no text\n\n  no-pty,command="a \\"b\\"" ${theirs.publicLine}\nlast`,
    'latin1',
  )
  await host.write(path, lived)
  using session = await host.login('deploy')
  await associateKey(session, 'deploy', mine.publicLine)
  expect(await host.read(path)).toEqual(Buffer.concat([lived, Buffer.from(`\r\n${mine.publicLine}\r\n`)]))
  await dissociateKey(session, 'deploy', mine.publicLine)
  expect(await host.read(path)).toEqual(Buffer.concat([lived, Buffer.from('\r\n')]))
})

test('nothing is written when the file is as wanted already', async () => {
  await host.write(path, `no-pty ${mine.publicLine} under another comment`)
  const before = await stat(host.fileOf(path))
  using session = await host.login('deploy')
  expect(await associateKey(session, 'deploy', mine.publicLine)).toMatchObject({ changed: false })
  expect(await dissociateKey(session, 'deploy', theirs.publicLine)).toMatchObject({ changed: false })
  const after = await stat(host.fileOf(path))
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
})

test('keys of a user who has no file are none', async () => {
  using session = await host.login('deploy')
  expect(await readAuthorizedKeys(session, 'deploy')).toEqual({ path, isThere: false, keys: [] })
  expect(await dissociateKey(session, 'deploy', mine.publicLine)).toMatchObject({ isThere: false, changed: false })
})

test('edits at the same time, over connections of their own, lose nothing', async () => {
  const keys = Array.from({ length: 20 }, (_, number) => newKey(`key ${number}`))
  await host.write(path, `${theirs.publicLine}\n`)
  await Promise.all(
    keys.map(async ({ publicLine }, number) => {
      using session = await host.login(number % 2 ? 'root' : 'deploy')
      await associateKey(session, 'deploy', publicLine)
    }),
  )
  using session = await host.login('deploy')
  const { keys: found } = await readAuthorizedKeys(session, 'deploy')
  expect(found.map(({ comment }) => comment).sort()).toEqual([...keys.map((_, n) => `key ${n}`), 'theirs'].sort())
})

/** Another program adds a line each time that our edit has written its draft. */
async function meddle(session: SshSession, times: number): Promise<void> {
  const files = await session.files()
  const create = files.create.bind(files)
  vi.spyOn(files, 'create').mockImplementation(async (...draft) => {
    await create(...draft)
    if (times-- > 0) await host.write(path, Buffer.concat([await host.read(path), Buffer.from(`# line ${times}\n`)]))
  })
}

test('what another program writes meanwhile is kept', async () => {
  await host.write(path, `${theirs.publicLine}\n`)
  using session = await host.login('deploy')
  await meddle(session, 2)
  await associateKey(session, 'deploy', mine.publicLine)
  expect((await host.read(path)).toString()).toBe(`${theirs.publicLine}\n# line 1\n# line 0\n${mine.publicLine}\n`)
})

test('a file that another program never leaves alone is not written, and the administrator is told', async () => {
  await host.write(path, '')
  using session = await host.login('deploy')
  await meddle(session, Infinity)
  const refusal = await refused(associateKey(session, 'deploy', mine.publicLine))
  expect(refusal).toMatchObject({ reason: 'changed-meanwhile' })
  expect((await host.read(path)).toString()).toMatch(/^(# line Infinity\n)+$/)
  expect(await readdir(host.fileOf('/home/deploy/.ssh'))).toEqual(['authorized_keys'])
})

test('root edits the keys of others; others edit only their own', async () => {
  using root = await host.login('root')
  await associateKey(root, 'deploy', mine.publicLine)
  using backup = await host.login('backup')
  expect(await refused(associateKey(backup, 'deploy', theirs.publicLine))).toMatchObject({ reason: 'not-permitted' })
  expect(await refused(readAuthorizedKeys(backup, 'deploy'))).toMatchObject({ reason: 'not-permitted' })
  expect((await host.read(path)).toString()).toBe(`${mine.publicLine}\n`)
})

test('a user who is not on the host is named', async () => {
  using root = await host.login('root')
  const refusal = await refused(associateKey(root, 'mallory', mine.publicLine))
  expect(refusal).toMatchObject({ reason: 'not-found', message: 'There is no user mallory on build-server' })
  expect(await refused(associateKey(root, 'nobody', mine.publicLine))).toMatchObject({ reason: 'not-found' })
})

test('a link that leads out of the home is not followed', async () => {
  const shadow = `${theirs.publicLine}\n`
  await host.write('/root/.ssh/authorized_keys', shadow)
  await mkdir(host.fileOf('/home/deploy/.ssh'))
  await symlink('../../../root/.ssh/authorized_keys', host.fileOf(path))
  await mkdir(host.fileOf('/home/backup'), { recursive: true })
  await symlink('/root/.ssh', host.fileOf('/home/backup/.ssh'))
  using root = await host.login('root')
  expect(await refused(associateKey(root, 'deploy', mine.publicLine))).toMatchObject({ reason: 'outside-home' })
  expect(await refused(associateKey(root, 'backup', mine.publicLine))).toMatchObject({ reason: 'outside-home' })
  expect((await host.read('/root/.ssh/authorized_keys')).toString()).toBe(shadow)
})

test('a link inside the home stays a link, and what it points to is edited', async () => {
  await host.write('/home/deploy/dotfiles/keys', `${theirs.publicLine}\n`)
  await mkdir(host.fileOf('/home/deploy/.ssh'))
  await symlink('../dotfiles/keys', host.fileOf(path))
  using session = await host.login('deploy')
  const edit = await associateKey(session, 'deploy', mine.publicLine)
  expect(edit.path).toBe('/home/deploy/dotfiles/keys')
  expect((await lstat(host.fileOf(path))).isSymbolicLink()).toBe(true)
  expect((await host.read(path)).toString()).toBe(`${theirs.publicLine}\n${mine.publicLine}\n`)
  using byKey = await host.loginWithKey('deploy', mine.file)
  expect(byKey.user).toBe('deploy')
})

/** A user has links ready to be put in the place of what root has just looked at, and a file just like root's. */
async function edited(swap: (files: Sftp) => void) {
  await rm(host.fileOf('/home/deploy/.ssh'), { recursive: true, force: true })
  const same = `${theirs.publicLine}\n`
  await host.write(path, same)
  await host.write('/root/.ssh/authorized_keys', same)
  const before = await stat(host.fileOf('/root/.ssh/authorized_keys'))
  using root = await host.login('root')
  swap(await root.files())
  const refusal = await refused(associateKey(root, 'deploy', mine.publicLine))
  const after = await stat(host.fileOf('/root/.ssh/authorized_keys'))
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
  expect(await readdir(host.fileOf('/root/.ssh'))).toEqual(['authorized_keys'])
  return refusal
}

test('a link that takes the place of the file when root is about to read it is not read', async () => {
  const refusal = await edited((files) => {
    const find = files.find.bind(files)
    let looks = 0
    vi.spyOn(files, 'find').mockImplementation(async (looked) => {
      const found = await find(looked)
      // Once to find out where the file is, and once more to see what it is.
      if (looked === path && ++looks === 2) {
        await rm(host.fileOf(path))
        await symlink('/root/.ssh/authorized_keys', host.fileOf(path))
      }
      return found
    })
  })
  expect(refusal).toMatchObject({ reason: 'outside-home' })
})

test('a link that takes the place of the folder when root is about to write there is not followed', async () => {
  const refusal = await edited((files) => {
    const create = files.create.bind(files)
    vi.spyOn(files, 'create').mockImplementation(async (...draft) => {
      await rename(host.fileOf('/home/deploy/.ssh'), host.fileOf('/home/deploy/aside'))
      await symlink('/root/.ssh', host.fileOf('/home/deploy/.ssh'))
      await create(...draft)
    })
  })
  expect(refusal).toMatchObject({ reason: 'not-permitted' }) // the lab keeps a file of deploy out of root's home
})

test('whatever bytes a file has, they are there after a key came and went', async () => {
  using session = await host.login('deploy')
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('\n', '\r\n', '\r', '\0', '"', '\\"', 'ssh-rsa ', theirs.publicLine, '#', 'x'.repeat(70_000))
      .map((text) => Buffer.from(text)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const file = Buffer.concat(pieces)
      await host.write(path, file)
      await associateKey(session, 'deploy', mine.publicLine)
      expect((await host.read(path)).subarray(0, file.length)).toEqual(file)
      await dissociateKey(session, 'deploy', mine.publicLine)
      const left = await host.read(path)
      expect(left.subarray(0, file.length)).toEqual(file)
      expect(left.subarray(file.length).toString()).toMatch(/^(\r?\n)?$/)
    }),
    { numRuns: runs(15, 40) },
  )
})

test('a folder, a link to nothing or a file over 10 MiB in its place is left as it is', async () => {
  await mkdir(host.fileOf(path), { recursive: true })
  await mkdir(host.fileOf('/home/backup/.ssh'))
  await symlink('nothing', host.fileOf('/home/backup/.ssh/authorized_keys'))
  const large = Buffer.alloc(10 * 1024 * 1024 + 1, '#')
  await host.write('/root/.ssh/authorized_keys', large)
  using root = await host.login('root')
  expect(await refused(associateKey(root, 'deploy', mine.publicLine))).toMatchObject({ reason: 'not-a-file' })
  expect(await refused(associateKey(root, 'backup', mine.publicLine))).toMatchObject({ reason: 'not-found' })
  expect(await refused(associateKey(root, 'root', mine.publicLine))).toMatchObject({ reason: 'too-large' })
  expect(await host.read('/root/.ssh/authorized_keys')).toEqual(large)
})

test('a text that is no public key reaches no host', async () => {
  using session = await host.login('deploy')
  const twoLines = `${mine.publicLine}\n${theirs.publicLine}`
  expect(() => associateKey(session, 'deploy', twoLines)).toThrow('not a public key')
  expect(() => dissociateKey(session, 'deploy', '')).toThrow('not a public key')
})

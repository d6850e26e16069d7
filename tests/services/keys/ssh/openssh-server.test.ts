// A second opinion: our client at the server of OpenSSH.
import { chmod, chown, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { createCryptoWork, type CryptoWork } from '#crypto/workers/crypto-work.ts'
import { associateKey, dissociateKey, readAuthorizedKeys } from '#services/keys/ssh/authorized-keys-file.ts'
import { deliverFile } from '#services/keys/ssh/deliver-file.ts'
import { enumerateUsers } from '#services/keys/ssh/host-accounts.ts'
import { openSession } from '#services/keys/ssh/ssh-session.ts'
import { refused } from './refused.ts'
import { alice, noSshd, startSshd } from './start-sshd.ts'

const newKey = (comment: string) => createSshKey({ keyType: 'ed25519', comment })
const [roots, mine] = [newKey('root'), newKey('mine')]
const reason = noSshd()

describe.skipIf(reason)(`at a real sshd${reason ? ` (left out: ${reason})` : ''}`, () => {
  let work: CryptoWork
  let sshd: Awaited<ReturnType<typeof startSshd>>
  beforeAll(() => {
    work = createCryptoWork({ threads: 1 })
  })
  afterAll(() => work.close())
  beforeEach(async () => {
    sshd = await startSshd(roots.publicLine)
  })
  afterEach(() => sshd.stop())

  const login = (user: string, { file } = roots) => openSession(sshd.host, { user, privateKey: file }, { work })
  const facts = async (path: string) => {
    const { mode, uid, gid } = await stat(join(sshd.home, path))
    return [(mode & 0o7777).toString(8), uid, gid]
  }
  const { name, uid } = alice

  test('root associates a key with a user, who gets in by it, and dissociates it himself', async () => {
    using root = await login('root')
    expect(await refused(login(name, mine))).toMatchObject({ reason: 'wrong-credentials' })
    await associateKey(root, name, mine.publicLine)
    expect(await facts('.ssh')).toEqual(['700', uid, uid])
    expect(await facts('.ssh/authorized_keys')).toEqual(['600', uid, uid])

    using session = await login(name, mine)
    expect(await session.run('id -un')).toEqual({ code: 0, output: 'alice\n' })
    expect(await session.run('cat; exit 3')).toEqual({ code: 3, output: '' }) // there is no input to wait for
    expect(session.hostKey).toBe(root.hostKey)
    expect(await dissociateKey(session, name, mine.publicLine)).toMatchObject({ changed: true, keys: [] })
    expect(await facts('.ssh/authorized_keys')).toEqual(['600', uid, uid])
    expect(await refused(login(name, mine))).toMatchObject({ reason: 'wrong-credentials' })
  })

  test('a user associates a key with himself, and with nobody else', async () => {
    using root = await login('root')
    await associateKey(root, name, mine.publicLine)
    using session = await login(name, mine)
    const other = newKey('other')
    expect((await associateKey(session, name, other.publicLine)).keys).toHaveLength(2)
    expect(await refused(associateKey(session, 'root', other.publicLine))).toMatchObject({ reason: 'not-permitted' })
    using byOther = await login(name, other)
    expect(byOther.user).toBe(name)
  })

  test('a file keeps its owner, and a link of the user does not make root write elsewhere', async () => {
    const path = join(sshd.home, '.ssh/authorized_keys')
    await mkdir(join(sshd.home, '.ssh'), { mode: 0o755 })
    await writeFile(path, `# by hand\n${mine.publicLine}`, { mode: 0o644 })
    await chown(path, uid, 0)
    using root = await login('root')
    await associateKey(root, name, newKey('second').publicLine)
    expect(await facts('.ssh/authorized_keys')).toEqual(['644', uid, 0])
    using session = await login(name, mine)
    expect(session.user).toBe(name)
    expect(await readFile(path, 'utf8')).toMatch(/^# by hand\n.* mine\n.* second\n$/)

    const foreign = join(sshd.home, '../root/.ssh/authorized_keys')
    await rm(path)
    await symlink(foreign, path)
    expect(await refused(associateKey(root, name, mine.publicLine))).toMatchObject({ reason: 'outside-home' })
    expect(await readFile(foreign, 'utf8')).toBe(`${roots.publicLine}\n`)
  })

  test('a folder that becomes a link while root writes does not make root replace its own file', async () => {
    const [folder, rootFolder] = [join(sshd.home, '.ssh'), join(sshd.home, '../root/.ssh')]
    await mkdir(folder)
    await writeFile(join(folder, 'authorized_keys'), `${roots.publicLine}\n`) // just like root's
    await chown(join(folder, 'authorized_keys'), 0, 0)
    const before = await stat(join(rootFolder, 'authorized_keys'))
    using root = await login('root')
    const files = await root.files()
    const create = files.create.bind(files)
    vi.spyOn(files, 'create').mockImplementation(async (...draft) => {
      await rename(folder, `${folder}-aside`)
      await symlink(rootFolder, folder)
      await create(...draft)
    })
    expect(await refused(associateKey(root, name, mine.publicLine))).toMatchObject({ reason: 'outside-home' })
    expect((await stat(join(rootFolder, 'authorized_keys'))).ino).toBe(before.ino)
  })

  test('edits at the same time lose nothing', async () => {
    const keys = Array.from({ length: 12 }, (_, number) => newKey(`key ${number}`))
    await Promise.all(
      keys.map(async ({ publicLine }) => {
        using root = await login('root')
        await associateKey(root, name, publicLine)
      }),
    )
    using root = await login('root')
    const { keys: found } = await readAuthorizedKeys(root, name)
    expect(found.map(({ comment }) => comment).sort()).toEqual(keys.map((_, number) => `key ${number}`).sort())
  })

  test('a file is delivered, keeps its owner, and the former one is kept too', async () => {
    const path = join(sshd.home, 'site.pem')
    await writeFile(path, 'former')
    await chown(path, uid, uid)
    await chmod(path, 0o400)
    using root = await login('root')
    const bytes = Buffer.alloc(3_000_000, 'certificate ')
    const { backup } = await deliverFile(root, path, bytes, { mode: 0o644 })
    expect(await readFile(path)).toEqual(bytes)
    expect(await facts('site.pem')).toEqual(['644', uid, uid])
    expect(await readFile(backup ?? '', 'utf8')).toBe('former')
    expect((await stat(backup ?? '')).mode & 0o7777).toBe(0o400)
  })

  test('its users are enumerated', async () => {
    using root = await login('root')
    expect((await enumerateUsers(root)).map(({ name }) => name)).toEqual([
      'root',
      'alice',
      'carol',
      'dave',
      'erin',
      'frank',
    ])
  })
})

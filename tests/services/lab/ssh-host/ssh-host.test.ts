import { createSecretKey, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { type AnyAuthMethod, Client, type SFTPWrapper, utils } from 'ssh2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { uint32, wireString } from '#crypto/ssh/wire.ts'
import { Disk } from '#services/lab/ssh-host/disk.ts'
import { startSshHost } from '#services/lab/ssh-host/ssh-host.ts'
import { runs, withinMs } from '../../../support/runs.ts'
import { rawClient } from './raw-client.ts'

const password = 'a password, longer than seventy-two bytes: '.repeat(3)

const disk = new Disk(createSecretKey(randomBytes(32)))
let folder: string
let host: Awaited<ReturnType<typeof startSshHost>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-lab-ssh-'))
  await writeFile(join(folder, 'outside'), 'of this machine')
  host = await startSshHost({ folder: join(folder, 'host'), disk, password, port: 0 })
})
afterAll(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

const login = (username: string) => rawClient(host.port, { username, password })
const fileOf = (path: string) => join(folder, 'host/files', path)

const readFileOf = (sftp: SFTPWrapper, path: string) =>
  new Promise<string>((resolve, reject) =>
    sftp.readFile(path, 'utf8', (error, text) => (error ? reject(error) : resolve(text.toString()))),
  )
const writeFileOf = (sftp: SFTPWrapper, path: string, text: string) =>
  new Promise<void>((resolve, reject) => sftp.writeFile(path, text, (error) => (error ? reject(error) : resolve())))

test('its three accounts log in with the password, and nobody else does', async () => {
  for (const username of ['root', 'deploy', 'backup']) {
    using session = await login(username)
    expect(session.client).toBeInstanceOf(Client)
  }
  for (const username of ['nobody', 'www-data', '', 'ROOT', '__proto__']) {
    await expect(login(username)).rejects.toThrow('authentication')
  }
  await expect(rawClient(host.port, { username: 'root', password: password.slice(0, 72) })).rejects.toThrow(
    'authentication',
  )
})

test('a key must be signed with, not only shown', async () => {
  const { file, publicLine } = createSshKey({ keyType: 'ed25519' })
  await mkdir(fileOf('/root/.ssh'), { recursive: true })
  await disk.write(fileOf('/root/.ssh/authorized_keys'), Buffer.from(`${publicLine}\n`))
  using session = await rawClient(host.port, { username: 'root', privateKey: file })
  expect(session.client).toBeInstanceOf(Client)

  const thief = utils.parseKey(createSshKey({ keyType: 'ed25519' }).file)
  const owner = utils.parseKey(publicLine)
  if (thief instanceof Error || owner instanceof Error) throw new Error('a key cannot be read')
  thief.getPublicSSH = () => owner.getPublicSSH()
  const shown: AnyAuthMethod = { type: 'publickey', username: 'root', key: thief }
  const forged = rawClient(host.port, { username: 'root', authHandler: [shown] })
  await expect(forged).rejects.toThrow('authentication')
})

test('who keeps guessing is cut off', async () => {
  let tried = 0
  const client = new Client()
  client.on('error', () => {})
  client.connect({
    host: '127.0.0.1',
    port: host.port,
    username: 'root',
    authHandler: (_left, _partial, next) => {
      tried++
      next({ type: 'password', username: 'root', password: `guess ${tried}` })
    },
  })
  await once(client, 'close')
  expect(tried).toBe(7)
})

test('no path and no link leads out of its files', async () => {
  await symlink(join(folder, 'outside'), fileOf('/home/deploy/absolute'))
  await symlink('../../../../outside', fileOf('/home/deploy/relative'))
  await symlink('loop', fileOf('/home/deploy/loop'))
  await symlink('/', fileOf('/home/deploy/top'))
  using session = await login('root')
  const sftp = await session.sftp()
  for (const path of [
    '../outside',
    '/../../../outside',
    '/home/deploy/../../../../outside',
    'absolute',
    'relative',
    'loop',
  ]) {
    await expect(readFileOf(sftp, path.startsWith('/') ? path : `/home/deploy/${path}`)).rejects.toThrow()
  }
  await writeFileOf(sftp, '/home/deploy/top/../../../../escaped', 'x')
  expect(await readdir(folder)).not.toContain('escaped')
  expect((await disk.read(fileOf('/escaped'))).toString()).toBe('x')
  expect(await readFile(join(folder, 'outside'), 'utf8')).toBe('of this machine')
})

test('whatever the path, what is written stays inside', async () => {
  using session = await login('root')
  const sftp = await session.sftp()
  const before = await readdir(folder)
  const name = fc.constantFrom(
    '..',
    '.',
    '',
    'tmp',
    'home',
    'deploy',
    'top',
    'x',
    '\u202e',
    '-rf',
    '...',
    '%2e%2e',
    '\\..',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 8 }), async (names) => {
      await writeFileOf(sftp, `${names.join('/')}/canary-of-traversal`, 'x').catch(() => undefined)
    }),
    { numRuns: runs(50, 200) },
  )
  expect(await readdir(folder)).toEqual(before)
  expect((await readdir(join(folder, 'host'))).sort()).toEqual(['files', 'ssh_host_ed25519_key'])
})

test('an account reads what is public and its own, and writes only its own', async () => {
  await disk.write(fileOf('/root/secret'), Buffer.from('x'))
  await disk.write(fileOf('/home/backup/own'), Buffer.from('backup'))
  using session = await login('backup')
  const sftp = await session.sftp()
  expect(await readFileOf(sftp, '/etc/passwd')).toMatch(/^root:x:0:0:/)
  expect(await readFileOf(sftp, '/home/backup/own')).toBe('backup')
  for (const path of [
    '/root/secret',
    '/home/deploy/absolute',
    '/etc/new',
    '/etc/passwd',
    '/home/deploy/new',
    '/home/new',
  ]) {
    await expect(writeFileOf(sftp, path, 'x')).rejects.toThrow()
  }
  await expect(readFileOf(sftp, '/root/secret')).rejects.toThrow('Failure EACCES')
  const [rename, unlink] = [promisify(sftp.ext_openssh_rename.bind(sftp)), promisify(sftp.unlink.bind(sftp))]
  await expect(rename('/home/backup/own', '/etc/passwd')).rejects.toThrow('Failure EACCES')
  await expect(rename('/etc/passwd', '/home/backup/passwd')).rejects.toThrow('Failure EACCES')
  await expect(unlink('/home/backup')).rejects.toThrow('Failure EACCES')
  await expect(promisify(sftp.chown.bind(sftp))('/home/backup/own', 0, 0)).rejects.toThrow('Failure EACCES')
})

test('what its files hold is sealed on the disk, and a file that was altered there is not given out', async () => {
  using session = await login('deploy')
  const sftp = await session.sftp()
  await writeFileOf(sftp, '/home/deploy/canary', 'a canary of nineteen')
  const stored = await readFile(fileOf('/home/deploy/canary'))
  expect(stored.includes('canary of')).toBe(false)
  const stats = await promisify(sftp.stat.bind(sftp))('/home/deploy/canary')
  expect(stats.size).toBe(20)
  stored.writeUInt8(stored.readUInt8(20) ^ 1, 20)
  await writeFile(fileOf('/home/deploy/canary'), stored)
  await expect(readFileOf(sftp, '/home/deploy/canary')).rejects.toThrow('Failure EIO')
  await writeFile(fileOf('/home/deploy/clear'), 'written past the disk, and longer than a seal is')
  await expect(readFileOf(sftp, '/home/deploy/clear')).rejects.toThrow('Failure EIO')
})

test('files are appended to, cut, filled up and written anywhere, as on any host', async () => {
  using session = await login('deploy')
  const sftp = await session.sftp()
  const path = '/home/deploy/edited'
  const open = promisify(
    sftp.open.bind(sftp) as (path: string, flags: string, done: (error?: Error, handle?: Buffer) => void) => void,
  )
  const write = promisify(sftp.write.bind(sftp))
  const writeAt = async (flags: string, position: number, text: string) => {
    const handle = (await open(path, flags)) as unknown as Buffer
    await write(handle, Buffer.from(text), 0, text.length, position)
    await promisify(sftp.close.bind(sftp))(handle)
    return readFileOf(sftp, path)
  }
  expect(await writeAt('w', 0, 'first')).toBe('first')
  expect(await writeAt('a', 0, ', second')).toBe('first, second')
  expect(await writeAt('r+', 7, 'SECOND')).toBe('first, SECOND')
  expect(await writeAt('r+', 15, 'x')).toBe('first, SECOND\0\0x')
  const change = promisify(sftp.setstat.bind(sftp))
  await change(path, { size: 5 })
  expect(await readFileOf(sftp, path)).toBe('first')
  await change(path, { size: 7 })
  expect(await readFileOf(sftp, path)).toBe('first\0\0')
  expect(await writeAt('w', 0, '')).toBe('')
  await expect(change(path, { size: 17 * 1024 * 1024 })).rejects.toThrow('Failure EFBIG')
  await expect(writeAt('r+', 2 ** 40, 'x')).rejects.toThrow('Failure EFBIG')
  const large = 'ä'.repeat(3_000_000)
  await writeFileOf(sftp, path, large)
  expect(await readFileOf(sftp, path)).toBe(large)
})

test('plain rename does not replace a file', async () => {
  using session = await login('deploy')
  const sftp = await session.sftp()
  await writeFileOf(sftp, 'one', '1')
  await writeFileOf(sftp, '/home/deploy/one', '1')
  await writeFileOf(sftp, '/home/deploy/two', '2')
  const rename = promisify(sftp.rename.bind(sftp))
  await expect(rename('/home/deploy/one', '/home/deploy/two')).rejects.toThrow('Failure EEXIST')
  await rename('/home/deploy/one', '/home/deploy/three')
  expect(await readFileOf(sftp, '/home/deploy/two')).toBe('2')
  expect(await readFileOf(sftp, '/home/deploy/three')).toBe('1')
})

test('there is no shell: lines that it does not know do nothing', async () => {
  using session = await login('root')
  for (const line of ['id', 'getent passwd; touch /tmp/x', 'cat /etc/passwd && reboot', 'toString', '']) {
    expect(await session.exitCode(line)).toBe(127)
  }
  await expect(session.subsystem('netconf')).rejects.toThrow()
})

test('garbage instead of SFTP ends that channel, and the host goes on', async () => {
  const packet = (type: number, ...parts: Uint8Array[]) => wireString(Buffer.concat([Buffer.of(type), ...parts]))
  const init = packet(1, uint32(3))
  const hostile = [
    uint32(0xffff_ffff),
    uint32(0),
    Buffer.concat([init, packet(3)]),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  ]
  using session = await login('deploy')
  for (const bytes of hostile) {
    const channel = await session.subsystem('sftp')
    channel.resume().write(bytes)
    await once(channel, 'close')
  }
  const channel = await session.subsystem('sftp')
  const unknown = [
    packet(99, uint32(1)),
    packet(5, uint32(2), wireString('no handle')),
    packet(3, uint32(3), uint32(9999)),
  ]
  channel.write(Buffer.concat([init, ...unknown]))
  const answers: number[] = []
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += 4 + chunk.readUInt32BE(at)) answers.push(chunk[at + 4] ?? 0)
    if (answers.length >= 4) break
  }
  expect(answers).toEqual([2, 101, 101, 101])
  expect(await readFileOf(await session.sftp(), '/etc/passwd')).toContain('deploy')
})

test('its private key is for nobody else to read, and it listens on loopback only', async () => {
  const key = join(folder, 'host/ssh_host_ed25519_key')
  expect((await stat(key)).mode & 0o777).toBe(0o600)
  const others = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal }) => !internal)
  for (const { address, family } of others.filter(({ family }) => family === 'IPv4')) {
    const socket = connect(host.port, address)
    const reached = await once(socket, 'connect').then(
      () => `${family} ${address}`,
      () => 'refused',
    )
    socket.destroy()
    expect(reached).toBe('refused')
  }
})

test('it closes while clients are connected, also those that say nothing', async () => {
  const other = await startSshHost({ folder: join(folder, 'other'), disk, password, port: 0 })
  using session = await rawClient(other.port, { username: 'root', password })
  const ended = once(session.client, 'close')
  const silent = connect({ port: other.port, host: '127.0.0.1', allowHalfOpen: true })
  await once(silent, 'connect')
  const start = Date.now()
  await other.close()
  expect(Date.now() - start).toBeLessThan(withinMs(3000))
  silent.destroy()
  await ended
})

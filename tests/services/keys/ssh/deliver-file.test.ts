import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, stat, symlink } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliverFile } from '#services/keys/ssh/deliver-file.ts'
import { refused } from './refused.ts'
import { type RunningHost, startRunningHost } from './running-host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startRunningHost()
})
afterEach(() => host.stop())

const path = '/etc/ssl/private/site.pem'
const modeOf = async (name: string) => (await stat(host.fileOf(name))).mode & 0o7777

test('a file arrives whole, with the mode that was asked for', async () => {
  const bytes = randomBytes(300_000)
  using session = await host.login('root')
  expect(await deliverFile(session, path, bytes, { mode: 0o640 })).toEqual({
    path,
    changed: true,
    bytes: 300_000,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    backup: undefined,
  })
  expect(await host.read(path)).toEqual(bytes)
  expect(await modeOf(path)).toBe(0o640)
  expect(await readdir(host.fileOf('/etc/ssl/private'))).toEqual(['site.pem'])
})

test('the former file is kept beside it, as closed as it was', async () => {
  await host.write(path, 'former')
  await chmod(host.fileOf(path), 0o600)
  using session = await host.login('root')
  const { backup } = await deliverFile(session, path, Buffer.from('new'), { mode: 0o644 })
  expect(backup).toMatch(/^\/etc\/ssl\/private\/site\.pem\.[\dTZ-]+\.bak$/)
  expect((await host.read(backup ?? '')).toString()).toBe('former')
  expect(await modeOf(backup ?? '')).toBe(0o600)
  expect((await host.read(path)).toString()).toBe('new')
  expect(await modeOf(path)).toBe(0o644)
})

test('the same file is not delivered twice, but an open one is closed', async () => {
  using session = await host.login('root')
  const deliver = (mode: number) => deliverFile(session, path, Buffer.from('same'), { mode })
  expect(await deliver(0o644)).toMatchObject({ changed: true })
  expect(await deliver(0o644)).toMatchObject({ changed: false, backup: undefined })
  expect(await deliver(0o600)).toMatchObject({ changed: true })
  expect(await modeOf(path)).toBe(0o600)
})

test('nothing is delivered through a link, into nothing, or where the user may not write', async () => {
  await host.write('/etc/ssl/real.pem', 'former')
  await symlink('real.pem', host.fileOf('/etc/ssl/link.pem'))
  await mkdir(host.fileOf('/etc/ssl/folder.pem'))
  using root = await host.login('root')
  using deploy = await host.login('deploy')
  const deliver = (to: string, session = root) => refused(deliverFile(session, to, Buffer.from('x'), { mode: 0o600 }))
  expect(await deliver('/etc/ssl/link.pem')).toMatchObject({ reason: 'not-a-file' })
  expect(await deliver('/etc/ssl/folder.pem')).toMatchObject({ reason: 'not-a-file' })
  expect(await deliver('/etc/nothing/site.pem')).toMatchObject({ reason: 'not-found' })
  expect(await deliver('/etc/ssl/site.pem', deploy)).toMatchObject({ reason: 'not-permitted' })
  for (const odd of ['site.pem', '/etc/../etc/site.pem', '/etc/ssl/', '/', '', '/etc/ssl/a\nb', '/etc/ssl/a\0b']) {
    expect(await deliver(odd)).toMatchObject({ reason: 'not-permitted' })
  }
  expect((await host.read('/etc/ssl/real.pem')).toString()).toBe('former')
  expect((await readdir(host.fileOf('/etc/ssl'))).sort()).toEqual([
    'certs',
    'folder.pem',
    'link.pem',
    'private',
    'real.pem',
  ])
})

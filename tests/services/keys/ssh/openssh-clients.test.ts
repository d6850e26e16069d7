// A second opinion: the clients of OpenSSH at the host of the lab.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { associateKey, dissociateKey } from '#services/keys/ssh/authorized-keys-file.ts'
import type { Host } from '#services/keys/ssh/connect.ts'
import { isInstalled } from '../../../crypto/run-tool.ts'
import { type RunningHost, startRunningHost } from './running-host.ts'

const mine = createSshKey({ keyType: 'ed25519', comment: 'mine' })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-openssh-'))
  await writeFile(join(folder, 'mine'), mine.file, { mode: 0o600 })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the program says, or fails with. */
async function run(program: string, { port }: Host, args: string[], input = '') {
  const options = ['BatchMode=yes', 'IdentitiesOnly=yes', 'StrictHostKeyChecking=no', 'LogLevel=ERROR']
  const known = `UserKnownHostsFile=${join(folder, 'known-hosts')}`
  const common = [...options, known, `Port=${port}`].flatMap((option) => ['-o', option])
  const running = promisify(execFile)(program, ['-F', 'none', '-i', join(folder, 'mine'), ...common, ...args])
  running.child.stdin?.end(input)
  return (await running).stdout
}

describe.skipIf(!isInstalled('ssh'))('with the clients of OpenSSH', () => {
  let lab: RunningHost
  beforeAll(async () => {
    lab = await startRunningHost()
  })
  afterAll(() => lab.stop())

  test('ssh is let in by an associated key, and not after it is dissociated', async () => {
    using session = await lab.login('root')
    const whoAmI = () => run('ssh', lab.host, ['deploy@127.0.0.1', 'id -un'])
    await expect(whoAmI()).rejects.toThrow('Permission denied')
    await associateKey(session, 'deploy', mine.publicLine)
    expect(await whoAmI()).toBe('deploy\n')
    await dissociateKey(session, 'deploy', mine.publicLine)
    await expect(whoAmI()).rejects.toThrow('Permission denied')
  })

  test('ssh-keyscan sees the host key that we pin', async () => {
    using session = await lab.login('root')
    const { stdout } = await promisify(execFile)('ssh-keyscan', [
      '-p',
      `${lab.host.port}`,
      '-t',
      'ed25519',
      '127.0.0.1',
    ])
    await writeFile(join(folder, 'scanned'), stdout)
    const printed = await promisify(execFile)('ssh-keygen', ['-lf', join(folder, 'scanned')])
    expect(printed.stdout).toContain(` ${session.hostKey} `)
  })

  test('sftp puts, lists, renames, closes and removes files', async () => {
    using session = await lab.login('root')
    await associateKey(session, 'root', mine.publicLine)
    const bytes = Buffer.alloc(3_000_000, 'triptych ')
    await writeFile(join(folder, 'site.pem'), bytes)
    const commands = [
      `put ${join(folder, 'site.pem')} /etc/ssl/new.pem`,
      `put ${join(folder, 'mine')} /etc/ssl/old.pem`,
      'rename /etc/ssl/new.pem /etc/ssl/old.pem',
      'chmod 640 /etc/ssl/old.pem',
      'mkdir /etc/ssl/more',
      'rmdir /etc/ssl/more',
      'ls -l /etc/ssl',
      `get /etc/ssl/old.pem ${join(folder, 'fetched.pem')}`,
      'pwd',
    ]
    const said = await run('sftp', lab.host, ['-b', '-', 'root@127.0.0.1'], `${commands.join('\n')}\n`)
    expect(said).toMatch(/3000000 .*old\.pem/)
    expect(said).toContain('Remote working directory: /root')
    expect(await readFile(join(folder, 'fetched.pem'))).toEqual(bytes)
    expect((await stat(lab.fileOf('/etc/ssl/old.pem'))).mode & 0o777).toBe(0o640)
  })
})

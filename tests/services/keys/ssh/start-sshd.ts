// A real sshd, as root, in a mount namespace of its own: with users, homes and settings that exist nowhere else.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import type { Host } from '#services/keys/ssh/connect.ts'
import { untilItAccepts, freePort } from '../../../support/ports.ts'

const sshd = process.env.SSHD_PATH ?? '/usr/sbin/sshd'
const unshare = 'unshare'

/** Why there can be none here, if so. */
export function noSshd(): string | undefined {
  if (!existsSync(sshd)) return `${sshd} is not installed`
  if (spawnSync(unshare, ['--mount', 'true']).status !== 0) return 'only root may start it'
  return undefined
}

export const alice = { name: 'alice', uid: 12_345 }
/** An administrator without a password of root: sudo asks for none. */
export const carol = { name: 'carol', uid: 12_346 }
/** The same; sudo asks for this password. */
export const dave = { name: 'dave', uid: 12_347, password: 'dave is asked' }

/** sshd reads the keys of erin in /srv/keys, and asks a program for those of frank, where the settings say so. */
export const erin = { name: 'erin', uid: 12_348 }
export const frank = { name: 'frank', uid: 12_349 }

export const hasSudo = existsSync('/usr/bin/sudo')

type Wanted = {
  /** Lines of sshd_config. */
  settings?: readonly string[]
  /** What AuthorizedKeysCommand, which is /srv/keys_command, says. */
  commandSays?: string
  keyTypes?: readonly ('ed25519' | 'ecdsa' | 'ssh-rsa')[]
}

/** Files that stand in the place of the machine's own, as far as it has them. */
const inNamespace = `
  for file in passwd shadow group ssh/sshd_config sudoers; do
    test -e "/etc/$file" || continue
    mount --bind "$1/$(basename $file)" "/etc/$file" || exit 1
  done
  mount -t tmpfs -o mode=755 tmpfs /srv && mkdir /srv/keys && cp "$1/keys_command" /srv/ && chmod 755 /srv/keys_command
  mount -t tmpfs tmpfs /run && mkdir /run/sshd && shift && exec "$@"`

/** Root, carol and dave may log in with the key; alice has a home and nothing in it. */
export async function startSshd(
  rootsKey: string,
  { settings = [], commandSays = '', keyTypes = ['ed25519'] }: Wanted = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-sshd-'))
  const [home, rootHome] = [join(folder, alice.name), join(folder, 'root')]
  const users: { name: string; uid: number; password?: string }[] = [alice, carol, dave, erin, frank]
  const administrators: readonly string[] = [carol.name, dave.name]
  const hostKeys = keyTypes.map((keyType) => ({ keyType, path: join(folder, `host_key_${keyType}`) }))
  const port = await freePort()
  const files = {
    passwd: [
      `root:x:0:0:root:${rootHome}:/bin/sh`,
      'sshd:x:64000:65534::/run/sshd:/usr/sbin/nologin',
      ...users.map(({ name, uid }) => `${name}:x:${uid}:${uid}::${join(folder, name)}:/bin/sh`),
      '',
    ].join('\n'),
    shadow: [
      'root:*:20000::::::',
      'sshd:!:20000::::::',
      ...users.map((user) => `${user.name}:${user.password ? hashOf(user.password) : '*'}:20000:0:99999:7:::`),
      '',
    ].join('\n'),
    group: `root:x:0:\nnogroup:x:65534:\n${users.map(({ name, uid }) => `${name}:x:${uid}:\n`).join('')}`,
    keys_command: `#!/bin/sh\necho '${commandSays}'\n`,
    sudoers: `${carol.name} ALL=(ALL) NOPASSWD: ALL\n${dave.name} ALL=(ALL) ALL\n`,
    sshd_config: [
      ...hostKeys.map(({ path }) => `HostKey ${path}`),
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      'Subsystem sftp internal-sftp',
      'PidFile none',
      'MaxStartups 100',
      ...settings,
      '',
    ].join('\n'),
    ...Object.fromEntries(
      hostKeys.map(({ keyType, path }) => [
        path.slice(folder.length + 1),
        createSshKey({ keyType, length: lengths[keyType] }).file,
      ]),
    ),
    'root/.ssh/authorized_keys': `${rootsKey}\n`,
    'carol/.ssh/authorized_keys': `${rootsKey}\n`,
    'dave/.ssh/authorized_keys': `${rootsKey}\n`,
  }
  await mkdir(join(rootHome, '.ssh'), { recursive: true, mode: 0o700 })
  for (const { name, uid } of users) {
    await mkdir(join(folder, name), { mode: 0o750 })
    await chown(join(folder, name), uid, uid)
    if (!administrators.includes(name)) continue
    await mkdir(join(folder, name, '.ssh'), { mode: 0o700 })
    await chown(join(folder, name, '.ssh'), uid, uid)
  }
  for (const [path, content] of Object.entries(files)) {
    const mode = path === 'sudoers' ? 0o440 : path.includes('key') ? 0o600 : 0o644
    await writeFile(join(folder, path), content, { mode })
    const owner = users.find(({ name }) => path.startsWith(`${name}/`))
    if (owner) await chown(join(folder, path), owner.uid, owner.uid)
  }
  await chmod(folder, 0o755)

  const host: Host = { address: '127.0.0.1', port, name: 'sshd' }
  const config = join(folder, 'sshd_config')
  const command = [sshd, '-D', '-e', '-f', existsSync('/etc/ssh/sshd_config') ? '/etc/ssh/sshd_config' : config]
  const server = spawn(unshare, ['--mount', 'sh', '-c', inNamespace, 'sh', folder, ...command], { stdio: 'ignore' })
  await untilItAccepts(host.port, server)
  return {
    host,
    folder,
    home,
    stop: async () => {
      server.kill()
      await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const lengths = { ed25519: undefined, ecdsa: 256, 'ssh-rsa': 2048 }

const hashOf = (password: string) =>
  spawnSync('openssl', ['passwd', '-6', '-salt', 'constant', password], { encoding: 'utf8' }).stdout.trim()

// A real sshd, as root, in a mount namespace of its own: with users, homes and settings that exist nowhere else.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import type { Host } from '#services/keys/ssh/connect.ts'

const sshd = process.env.SSHD_PATH ?? '/usr/sbin/sshd'
const unshare = 'unshare'

/** Why there can be none here, if so. */
export function noSshd(): string | undefined {
  if (!existsSync(sshd)) return `${sshd} is not installed`
  if (spawnSync(unshare, ['--mount', 'true']).status !== 0) return 'only root may start it'
  return undefined
}

export const alice = { name: 'alice', uid: 12_345 }

const inNamespace = `
  for file in passwd shadow group; do mount --bind "$1/$file" "/etc/$file" || exit 1; done
  mount -t tmpfs tmpfs /run && mkdir /run/sshd && shift && exec "$@"`

/** Root may log in with the key; alice has a home and nothing in it. */
export async function startSshd(rootsKey: string) {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-sshd-'))
  const [home, rootHome] = [join(folder, alice.name), join(folder, 'root')]
  const { name, uid } = alice
  const files = {
    passwd: [
      `root:x:0:0:root:${rootHome}:/bin/sh`,
      'sshd:x:64000:65534::/run/sshd:/usr/sbin/nologin',
      `${name}:x:${uid}:${uid}::${home}:/bin/sh\n`,
    ].join('\n'),
    shadow: `root:*:20000::::::\nsshd:!:20000::::::\n${name}:*:20000::::::\n`,
    group: `root:x:0:\nnogroup:x:65534:\n${name}:x:${uid}:\n`,
    host_key: createSshKey({ keyType: 'ed25519' }).file,
    'root/.ssh/authorized_keys': `${rootsKey}\n`,
  }
  await mkdir(join(rootHome, '.ssh'), { recursive: true, mode: 0o700 })
  await mkdir(home, { mode: 0o750 })
  await chown(home, uid, uid)
  for (const [path, content] of Object.entries(files)) {
    await writeFile(join(folder, path), content, { mode: path.includes('key') ? 0o600 : 0o644 })
  }
  await chmod(folder, 0o755)

  const host: Host = { address: '127.0.0.1', port: await freePort(), name: 'sshd' }
  const settings = [`HostKey=${join(folder, 'host_key')}`, 'ListenAddress=127.0.0.1', 'Subsystem=sftp internal-sftp']
  const options = [...settings, 'PidFile=none', 'MaxStartups=100'].flatMap((setting) => ['-o', setting])
  const command = [sshd, '-D', '-e', '-f', '/dev/null', '-p', `${host.port}`, ...options]
  const server = spawn(unshare, ['--mount', 'sh', '-c', inNamespace, 'sh', folder, ...command], { stdio: 'ignore' })
  await accepting(host.port, server)
  return {
    host,
    home,
    stop: async () => {
      server.kill()
      await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function accepting(port: number, server: ChildProcess): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end && server.exitCode === null;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('sshd did not start')
}

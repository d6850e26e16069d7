// The lab's SSH host, running, and the ways in which tests reach it.
import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createCryptoWork } from '#crypto/workers/crypto-work.ts'
import type { Deadlines, Host, HostKeyPin } from '#services/keys/ssh/connect.ts'
import { openSession } from '#services/keys/ssh/ssh-session.ts'
import { Disk } from '#services/lab/ssh-host/disk.ts'
import { startSshHost } from '#services/lab/ssh-host/ssh-host.ts'

export type RunningHost = Awaited<ReturnType<typeof startRunningHost>>
type Login = { pins?: readonly HostKeyPin[]; deadlines?: Partial<Deadlines>; host?: Host }

export const password = 'pässword, and more than a word'

export async function startRunningHost(itsPassword = password) {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-ssh-'))
  const disk = new Disk(createSecretKey(randomBytes(32)))
  const running = await startSshHost({ folder, disk, password: itsPassword, port: 0 })
  const host: Host = { address: '127.0.0.1', port: running.port, name: 'build-server' }
  const work = createCryptoWork({ threads: 2 })
  const fileOf = (path: string) => join(folder, 'files', path)
  return {
    host,
    work,
    folder,
    disk,
    fileOf,
    login: (user: string, { host: other = host, ...options }: Login = {}) =>
      openSession(other, { user, password: itsPassword }, { work, ...options }),
    loginWithKey: (user: string, privateKey: string, passphrase?: string) =>
      openSession(host, { user, privateKey, passphrase }, { work }),
    read: (path: string) => disk.read(fileOf(path)),
    write: async (path: string, content: string | Uint8Array) => {
      await mkdir(dirname(fileOf(path)), { recursive: true })
      await disk.write(fileOf(path), Buffer.from(content))
    },
    stop: async () => {
      await running.close()
      await work.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

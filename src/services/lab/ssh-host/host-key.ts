import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import type { Disk } from './disk.ts'

/** Persistent private host key, readable by its owner only. */
export async function hostKey(folder: string, disk: Disk): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'ssh_host_ed25519_key')
  try {
    return (await disk.read(path)).toString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const { file } = createSshKey({ keyType: 'ed25519', comment: 'host' })
  await disk.write(path, Buffer.from(file), { flag: 'wx', mode: 0o600 })
  return file
}

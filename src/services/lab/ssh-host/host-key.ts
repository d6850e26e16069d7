import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'

/** The private key by which clients recognise the host: made once, and readable by nobody else. */
export async function hostKey(folder: string): Promise<string> {
  const path = join(folder, 'ssh_host_ed25519_key')
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const { file } = createSshKey({ keyType: 'ed25519', comment: 'host' })
  await writeFile(path, file, { flag: 'wx', mode: 0o600, flush: true })
  return file
}

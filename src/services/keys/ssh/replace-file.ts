import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import { changedMeanwhile, type Owner, type Sftp } from './sftp.ts'

export interface Replacement {
  /** Absolute, in a resolved directory. */
  path: string
  bytes: Uint8Array
  mode: number
  owner: Owner | undefined
  /** Throws if the file has changed since it was read. */
  stillAsRead: () => Promise<void>
}

/**
 * Atomic replacement: the new file is written beside the previous one, verified, and renamed. Readers, and interrupted
 * connections, leave either the previous or the new file, always complete.
 */
export async function replaceFile(files: Sftp, { path, bytes, mode, owner, stillAsRead }: Replacement) {
  const folder = posix.dirname(path)
  const draft = posix.join(folder, `.${posix.basename(path)}.${randomBytes(8).toString('hex')}.new`)
  try {
    await files.create(draft, bytes, mode, owner)
    await stillAsRead()
    // The owner of the directory may have replaced it by a link.
    if ((await files.realPath(folder)) !== folder) throw changedMeanwhile(folder, files.hostName)
    await files.rename(draft, path)
  } catch (error) {
    await files.remove(draft).catch(() => {}) // not created yet, or connection lost
    throw error
  }
}

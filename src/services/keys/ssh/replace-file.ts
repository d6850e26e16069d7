import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import { changedMeanwhile, type Owner, type Sftp } from './sftp.ts'

export interface Replacement {
  /** Absolute, its folder without links. */
  path: string
  bytes: Uint8Array
  mode: number
  owner: Owner | undefined
  /** Throws when the file to be replaced is no longer the one that was read. */
  stillAsRead: () => Promise<void>
}

/**
 * The new file is written beside the former one, checked, and then takes its place in one step: whoever reads meanwhile,
 * and whoever loses the connection meanwhile, finds either the former file or the new one, and always a whole one.
 */
export async function replaceFile(files: Sftp, { path, bytes, mode, owner, stillAsRead }: Replacement) {
  const folder = posix.dirname(path)
  const draft = posix.join(folder, `.${posix.basename(path)}.${randomBytes(8).toString('hex')}.new`)
  try {
    await files.create(draft, bytes, mode, owner)
    await stillAsRead()
    // The owner of the folder may have put a link in its place since it was looked at.
    if ((await files.realPath(folder)) !== folder) throw changedMeanwhile(folder, files.hostName)
    await files.rename(draft, path)
  } catch (error) {
    await files.remove(draft).catch(() => {}) // not there yet, or the connection is gone
    throw error
  }
}

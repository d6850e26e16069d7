import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { replaceFile } from './replace-file.ts'
import { changedMeanwhile, type Sftp } from './sftp.ts'
import { SshRefusal } from './ssh-refusal.ts'
import type { SshSession } from './ssh-session.ts'

export interface Delivery {
  path: string
  /** False if the file already had this content. */
  changed: boolean
  bytes: number
  sha256: string
  /** Path of the previous file's backup, if it differed. */
  backup: string | undefined
}

const maxBytes = 16 * 1024 * 1024

/** Writes a file to a host, such as a certificate. A previous file is backed up and its owner kept. */
export async function deliverFile(
  session: SshSession,
  path: string,
  bytes: Uint8Array,
  { mode }: { mode: number },
): Promise<Delivery> {
  requireFilePath(path)
  if (bytes.length > maxBytes) throw new SshRefusal('too-large', `The file for ${path} is larger than 16 MiB`)
  const files = await session.files()
  const folder = await files.realPath(posix.dirname(path))
  if (!(await files.find(folder))) throw new SshRefusal('not-found', `There is no ${folder} on ${session.hostName}`)
  const target = posix.join(folder, posix.basename(path))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const delivery = { path: target, bytes: bytes.length, sha256 }
  // Symbolic links are not written through: their owner decides where they point.
  const former = (await files.find(target)) && (await files.read(target, maxBytes))
  if (former && former.bytes.equals(bytes) && (former.stats.mode & 0o7777) === mode) {
    return { ...delivery, changed: false, backup: undefined }
  }
  const owner = former && { uid: former.stats.uid, gid: former.stats.gid }
  const backup = former && backupPath(target)
  if (former && backup !== undefined) await files.create(backup, former.bytes, former.stats.mode & 0o7777, owner)
  const stillAsRead = async () => {
    if (former) await requireSame(files, target, former.bytes)
  }
  await replaceFile(files, { path: target, bytes, mode, owner, stillAsRead })
  await requireSame(files, target, bytes)
  return { ...delivery, changed: true, backup }
}

async function requireSame(files: Sftp, path: string, expected: Uint8Array): Promise<void> {
  const { bytes } = await files.read(path, maxBytes)
  if (!bytes.equals(expected)) throw changedMeanwhile(path, files.hostName)
}

function requireFilePath(path: string): void {
  const isPlain = posix.isAbsolute(path) && posix.normalize(path) === path && !path.endsWith('/')
  if (!isPlain || /\p{Cc}/u.test(path)) {
    throw new SshRefusal('not-permitted', 'The path must be the absolute path of a file, without . and ..')
  }
}

/** Sorted by time; a collision within a millisecond is rejected by the host. */
const backupPath = (path: string) => `${path}.${new Date().toISOString().replace(/[:.]/g, '-')}.bak`

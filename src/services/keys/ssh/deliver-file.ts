import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { replaceFile } from './replace-file.ts'
import { changedMeanwhile, type Sftp } from './sftp.ts'
import { SshRefusal } from './ssh-refusal.ts'
import type { SshSession } from './ssh-session.ts'

export interface Delivery {
  path: string
  /** False: the same bytes were there already, and nothing was written. */
  changed: boolean
  bytes: number
  sha256: string
  /** Where the former file is kept, when there was another one. */
  backup: string | undefined
}

const maxBytes = 16 * 1024 * 1024

/** Puts a file on a host, such as a certificate. A former file keeps its owner and is backed up. */
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
  // A link is not written through: it is for its owner to say what it shall point to.
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

/** Sorts by time, and two deliveries within a millisecond do not meet: the second one is refused by the host. */
const backupPath = (path: string) => `${path}.${new Date().toISOString().replace(/[:.]/g, '-')}.bak`

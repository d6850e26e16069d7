import { posix } from 'node:path'
import { requireAccount } from './host-accounts.ts'
import type { Owner, Sftp } from './sftp.ts'
import { SshRefusal } from './ssh-refusal.ts'
import type { SshSession } from './ssh-session.ts'

export interface Location {
  /** The folder without links; it may not exist yet. */
  folder: string
  /** The file without links; it may not exist yet. */
  path: string
  isThere: boolean
  /** To whom a new file must be given; undefined when whoever is logged in makes it for himself. */
  owner: Owner | undefined
}

/** Where sshd looks for the keys of a user, unless its AuthorizedKeysFile says otherwise (sshd_config(5)). */
export async function locateAuthorizedKeys(session: SshSession, user: string): Promise<Location> {
  const files = await session.files()
  const home = await homeOf(session, files, user)
  const { uid, gid } = await requireFolder(files, home)
  const owner = user === session.user ? undefined : { uid, gid }
  const folder = await resolve(files, posix.join(home, '.ssh'), home)
  if (!folder.isThere) return { folder: folder.path, path: posix.join(folder.path, fileName), isThere: false, owner }
  await requireFolder(files, folder.path)
  const file = await resolve(files, posix.join(folder.path, fileName), home)
  return { folder: posix.dirname(file.path), ...file, owner }
}

const fileName = 'authorized_keys'

async function homeOf(session: SshSession, files: Sftp, user: string): Promise<string> {
  // A session begins in the home of its own user, whom a directory service may keep out of every list.
  if (user === session.user) return files.realPath('.')
  const { home } = await requireAccount(session, user)
  if (!posix.isAbsolute(home) || posix.normalize(home) === '/') {
    throw new SshRefusal('not-found', `${user} has no home folder on ${session.hostName}`)
  }
  return files.realPath(home)
}

async function requireFolder(files: Sftp, path: string) {
  const stats = await files.find(path)
  if (!stats) throw new SshRefusal('not-found', `The folder ${path} does not exist`)
  if (!stats.isDirectory()) throw new SshRefusal('not-a-file', `${path} is not a folder`)
  return stats
}

/** A link is followed as sshd follows it, but never out of the home: root would edit a file of somebody else. */
async function resolve(files: Sftp, path: string, home: string): Promise<{ path: string; isThere: boolean }> {
  const stats = await files.find(path)
  if (!stats) return { path, isThere: false }
  if (!stats.isSymbolicLink()) return { path, isThere: true }
  const target = await files.realPath(path)
  if (!target.startsWith(`${home}/`)) throw new SshRefusal('outside-home', `${path} is a link that leaves ${home}`)
  return { path: target, isThere: true }
}

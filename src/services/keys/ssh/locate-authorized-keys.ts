import { posix } from 'node:path'
import { requireAccount } from './host-accounts.ts'
import { keyFilePath, sshdSettings, type SshdSettings } from './proof/sshd-settings.ts'
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
  /** Of a new file. */
  mode: number
}

export interface KeyFiles {
  /** Without links. */
  home: string
  /** In the order in which sshd looks; a new key goes to the first. */
  locations: [Location, ...Location[]]
  /** Undefined where the host does not tell: then these are the usual places. */
  settings: SshdSettings | undefined
  /** Why the host does not tell, as a part of a sentence. */
  unasked: string | undefined
}

const defaultFiles = ['.ssh/authorized_keys']

/** Where sshd looks for the keys of a user: by its own settings where they may be asked, else the usual place. */
export async function locateAuthorizedKeys(session: SshSession, user: string): Promise<KeyFiles> {
  const files = await session.files()
  const home = await homeOf(session, files, user)
  const { uid, gid } = await requireFolder(files, home)
  const { settings, unasked } = await sshdSettings(session, user)
  const paths = (settings?.keyFiles ?? defaultFiles).map((file) => keyFilePath(file, { name: user, uid, home }))
  const owner = user === session.user && !session.isElevated ? undefined : { uid, gid }
  const locations: Location[] = []
  for (const path of new Set(paths)) {
    // What is further down the list is read only, and may be missing.
    const location = await (
      posix.normalize(path).startsWith(`${home}/`)
        ? locateInHome(files, posix.normalize(path), { home, owner })
        : locateOutside(files, posix.normalize(path))
    ).catch((error: unknown) => {
      if (locations.length === 0) throw error
    })
    if (location) locations.push(location)
  }
  const [first, ...others] = locations
  if (first) return { home, locations: [first, ...others], settings, unasked }
  const source =
    settings?.keysCommand === undefined ? '' : `; its keys come from ${settings.keysCommand} (AuthorizedKeysCommand)`
  throw new SshRefusal(
    'not-offered',
    `${session.hostName} reads no key file of ${user} (AuthorizedKeysFile none)${source}`,
  )
}

type Home = { home: string; owner: Owner | undefined }

async function locateInHome(files: Sftp, path: string, { home, owner }: Home): Promise<Location> {
  const folder = await resolve(files, posix.dirname(path), home)
  const name = posix.basename(path)
  const made = { owner, mode: 0o600 }
  if (!folder.isThere) return { folder: folder.path, path: posix.join(folder.path, name), isThere: false, ...made }
  await requireFolder(files, folder.path)
  const file = await resolve(files, posix.join(folder.path, name), home)
  return { folder: posix.dirname(file.path), ...file, ...made }
}

const writableByOthers = 0o022

/** A folder of the host's administrator, such as /etc/ssh/keys. Whoever else could write there could aim us elsewhere. */
async function locateOutside(files: Sftp, path: string): Promise<Location> {
  const folder = await files.realPath(posix.dirname(path)).catch(() => posix.dirname(path))
  await requireFolder(files, folder)
  for (let at = folder; ; at = posix.dirname(at)) {
    const { uid, mode } = await requireFolder(files, at)
    if (uid !== 0 || (mode & writableByOthers) !== 0) {
      throw new SshRefusal('not-permitted', `${at} can be written by others than root; keys in ${path} are not changed`)
    }
    if (at === '/') break
  }
  const target = posix.join(folder, posix.basename(path))
  const stats = await files.find(target)
  if (stats && !stats.isFile()) throw new SshRefusal('not-a-file', `${target} is not a regular file`)
  // sshd reads it with the rights of the user, so that everybody has to be able to.
  return { folder, path: target, isThere: stats !== undefined, owner: undefined, mode: 0o644 }
}

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
  if (!stats) throw new SshRefusal('not-found', `The folder ${path} does not exist on ${files.hostName}`)
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

import { posix } from 'node:path'
import { requireAccount } from './host-accounts.ts'
import { keyFilePath, sshdSettings, type SshdSettings } from './proof/sshd-settings.ts'
import type { Owner, Sftp } from './sftp.ts'
import { SshRefusal } from './ssh-refusal.ts'
import type { SshSession } from './ssh-session.ts'

export interface Location {
  /** Resolved directory; may not exist yet. */
  folder: string
  /** Resolved path; may not exist yet. */
  path: string
  isThere: boolean
  /** Owner of a new file; undefined if it is the session's user. */
  owner: Owner | undefined
  /** Mode of a new file. */
  mode: number
}

export interface KeyFiles {
  /** Resolved. */
  home: string
  /** In the order used by sshd; new keys are added to the first. */
  locations: [Location, ...Location[]]
  /** Undefined if unavailable; then, these are the default locations. */
  settings: SshdSettings | undefined
  /** Why the settings are unavailable, as part of a sentence. */
  unasked: string | undefined
}

const defaultFiles = ['.ssh/authorized_keys']

/** Files in which sshd looks up a user's keys: by its settings if available, otherwise the defaults. */
export async function locateAuthorizedKeys(session: SshSession, user: string): Promise<KeyFiles> {
  const files = await session.files()
  const home = await homeOf(session, files, user)
  const { uid, gid } = await requireFolder(files, home)
  const { settings, unasked } = await sshdSettings(session, user)
  const paths = (settings?.keyFiles ?? defaultFiles).map((file) => keyFilePath(file, { name: user, uid, home }))
  const owner = user === session.user && !session.isElevated ? undefined : { uid, gid }
  const locations: Location[] = []
  for (const path of new Set(paths)) {
    // Other locations are only read, and may be missing.
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

/**
 * A directory of the administrator, such as /etc/ssh/keys. Must not be writable by others, who could redirect the
 * write.
 */
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
  // Readable by everyone, since sshd reads it with the user's permissions.
  return { folder, path: target, isThere: stats !== undefined, owner: undefined, mode: 0o644 }
}

async function homeOf(session: SshSession, files: Sftp, user: string): Promise<string> {
  // Sessions start in the home directory; the user may be missing in account lists with directory services.
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

/** Follows links like sshd, but not out of the home directory, where root would edit other users' files. */
async function resolve(files: Sftp, path: string, home: string): Promise<{ path: string; isThere: boolean }> {
  const stats = await files.find(path)
  if (!stats) return { path, isThere: false }
  if (!stats.isSymbolicLink()) return { path, isThere: true }
  const target = await files.realPath(path)
  if (!target.startsWith(`${home}/`)) throw new SshRefusal('outside-home', `${path} is a link that leaves ${home}`)
  return { path: target, isThere: true }
}

import {
  type AuthorizedKey,
  authorize,
  authorizedKeys,
  findAuthorized,
  grantedAmong,
  maxFileBytes,
  unauthorize,
} from '#crypto/ssh/authorized-keys.ts'
import { requirePublicKey } from '#crypto/ssh/public-key.ts'
import { oneAtATime } from '#services/one-at-a-time.ts'
import { type Location, locateAuthorizedKeys } from './locate-authorized-keys.ts'
import { replaceFile } from './replace-file.ts'
import { changedMeanwhile, type Owner, type Sftp } from './sftp.ts'
import { SshRefusal } from './ssh-refusal.ts'
import type { SshSession } from './ssh-session.ts'

/** Authorized keys of a user, with the file's location. */
export interface AuthorizedKeysFile {
  path: string
  /** False if the user has no such file, and so no keys. */
  isThere: boolean
  /** Parsed on access: a file can have a hundred thousand keys. */
  readonly keys: AuthorizedKey[]
}

export interface KeyEdit extends AuthorizedKeysFile {
  /** False if no change was necessary and nothing was written. */
  changed: boolean
}

const fileOf = (path: string, isThere: boolean, bytes: Buffer) => ({
  path,
  isThere,
  get keys() {
    return authorizedKeys(bytes)
  },
})

export async function readAuthorizedKeys(session: SshSession, user: string): Promise<AuthorizedKeysFile> {
  const { locations } = await locateAuthorizedKeys(session, user)
  const { bytes } = await read(await session.files(), locations[0])
  return fileOf(locations[0].path, locations[0].isThere, bytes)
}

/** Which of these keys are in a file that sshd reads for the user. */
export async function keysAmong(session: SshSession, user: string, lines: readonly string[]): Promise<Set<string>> {
  const { locations } = await locateAuthorizedKeys(session, user)
  const files = await session.files()
  const found = new Set<string>()
  for (const location of locations) {
    for (const line of await grantedAmong((await read(files, location)).bytes, lines)) found.add(line)
  }
  return found
}

/** Lines with the key, including options, in every file that sshd reads for the user. */
export async function linesWith(session: SshSession, user: string, publicLine: string) {
  const { locations, ...found } = await locateAuthorizedKeys(session, user)
  const files = await session.files()
  const lines: (AuthorizedKey & { path: string })[] = []
  for (const location of locations) {
    const { bytes } = await read(files, location)
    for (const line of await findAuthorized(bytes, publicLine)) lines.push({ ...line, path: location.path })
  }
  return { ...found, locations, lines }
}

/** associateKey: adds the key, unless present. */
export function associateKey(session: SshSession, user: string, publicLine: string): Promise<KeyEdit> {
  requirePublicKey(publicLine)
  return inTurn(session, user, async () => {
    const { locations, lines } = await linesWith(session, user, publicLine)
    const path = lines[0]?.path ?? locations[0].path
    return editOnce(session, user, path, (file) => authorize(file, publicLine))
  })
}

/** dissociateKey: removes all lines that grant access to the key, from every file that sshd reads. */
export function dissociateKey(session: SshSession, user: string, publicLine: string): Promise<KeyEdit> {
  requirePublicKey(publicLine)
  return inTurn(session, user, async () => {
    const { locations, lines } = await linesWith(session, user, publicLine)
    const without: Change = (file) => unauthorize(file, publicLine)
    const [first = locations[0].path, ...others] = new Set(lines.map(({ path }) => path))
    const edited = await editOnce(session, user, first, without)
    for (const path of others) await editOnce(session, user, path, without)
    return edited
  })
}

type Change = (file: Buffer) => Promise<Buffer>

const maxBytes = maxFileBytes
const maxAttempts = 5
const folderMode = 0o700

/**
 * Serializes edits of a host, which concurrent writes could lose. Hosts are identified by their key, not by address.
 */
const alone = oneAtATime()

const inTurn = (session: SshSession, user: string, work: () => Promise<KeyEdit>): Promise<KeyEdit> =>
  alone(JSON.stringify([session.hostKey, user]), async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (!isChangedMeanwhile(error) || attempt === maxAttempts) throw error
      }
    }
  })

async function editOnce(session: SshSession, user: string, wanted: string, change: Change): Promise<KeyEdit> {
  const files = await session.files()
  const { locations } = await locateAuthorizedKeys(session, user)
  // A link may have changed since the file was selected.
  const location = locations.find(({ path }) => path === wanted)
  if (!location) throw changedMeanwhile(wanted, files.hostName)
  const { path, folder } = location
  const { bytes: before, owner, mode } = await read(files, location)
  const after = await change(before)
  if (after.equals(before)) return Object.assign(fileOf(path, location.isThere, before), { changed: false })
  if (after.length > maxBytes) throw new SshRefusal('too-large', `${path} would have more than ${maxBytes} bytes`)

  if (!location.isThere && !(await files.find(folder))) await files.makeFolder(folder, folderMode, owner)
  const stillAsRead = async () => {
    const now = await read(files, { ...location, isThere: (await files.find(path)) !== undefined })
    if (!now.bytes.equals(before)) throw changedMeanwhile(path, files.hostName)
  }
  await replaceFile(files, { path, bytes: after, mode, owner, stillAsRead })

  // If another program replaced the file between check and write, its content is edited again.
  const { bytes: written } = await files.read(path, maxBytes)
  if (!(await change(written)).equals(written)) throw changedMeanwhile(path, files.hostName)
  return Object.assign(fileOf(path, true, written), { changed: true })
}

type Content = { bytes: Buffer; owner: Owner | undefined; mode: number }

/** A missing file is empty, and will be owned by the owner of the home directory. */
async function read(files: Sftp, { path, isThere, owner, mode }: Location): Promise<Content> {
  if (!isThere) return { bytes: Buffer.alloc(0), owner, mode }
  const { bytes, stats } = await files.read(path, maxBytes)
  return { bytes, owner: { uid: stats.uid, gid: stats.gid }, mode: stats.mode & 0o7777 }
}

const isChangedMeanwhile = (error: unknown) => error instanceof SshRefusal && error.reason === 'changed-meanwhile'

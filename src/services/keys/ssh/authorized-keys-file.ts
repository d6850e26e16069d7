import { type AuthorizedKey, authorize, authorizedKeys, unauthorize } from '#crypto/ssh/authorized-keys.ts'
import { requirePublicKey } from '#crypto/ssh/public-key.ts'
import { oneAtATime } from '#services/one-at-a-time.ts'
import { type Location, locateAuthorizedKeys } from './locate-authorized-keys.ts'
import { replaceFile } from './replace-file.ts'
import { changedMeanwhile, type Owner, type Sftp } from './sftp.ts'
import { SshRefusal } from './ssh-refusal.ts'
import type { SshSession } from './ssh-session.ts'

/** The authorized keys of a user, and where they stand. */
export interface AuthorizedKeysFile {
  path: string
  /** False: the user has no such file, and so no keys. */
  isThere: boolean
  keys: AuthorizedKey[]
}

export interface KeyEdit extends AuthorizedKeysFile {
  /** False: the file was as wanted already, and no byte of it was written. */
  changed: boolean
}
export async function readAuthorizedKeys(session: SshSession, user: string): Promise<AuthorizedKeysFile> {
  const location = await locateAuthorizedKeys(session, user)
  const { bytes } = await read(await session.files(), location)
  return { path: location.path, isThere: location.isThere, keys: authorizedKeys(bytes) }
}

/** associateKey: the key opens the account from now on. */
export function associateKey(session: SshSession, user: string, publicLine: string): Promise<KeyEdit> {
  requirePublicKey(publicLine)
  return edit(session, user, (file) => authorize(file, publicLine))
}

/** dissociateKey: every line by which the key opened the account is gone. */
export function dissociateKey(session: SshSession, user: string, publicLine: string): Promise<KeyEdit> {
  requirePublicKey(publicLine)
  return edit(session, user, (file) => unauthorize(file, publicLine))
}

type Change = (file: Buffer) => Buffer

const maxBytes = 1024 * 1024
const mostAttempts = 5
const fileMode = 0o600
const folderMode = 0o700

/** Two edits of one file at once would lose one of them. A host is known by its key, whatever address it is reached at. */
const inTurn = oneAtATime()

async function edit(session: SshSession, user: string, change: Change): Promise<KeyEdit> {
  const { path } = await locateAuthorizedKeys(session, user)
  return inTurn(`${session.hostKey} ${path}`, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await editOnce(session, user, change)
      } catch (error) {
        if (!isChangedMeanwhile(error) || attempt === mostAttempts) throw error
      }
    }
  })
}

async function editOnce(session: SshSession, user: string, change: Change): Promise<KeyEdit> {
  const files = await session.files()
  const location = await locateAuthorizedKeys(session, user)
  const { path, folder } = location
  const { bytes: before, owner } = await read(files, location)
  const after = change(before)
  if (after.equals(before)) return { path, isThere: location.isThere, keys: authorizedKeys(before), changed: false }
  if (after.length > maxBytes) throw new SshRefusal('too-large', `${path} would have more than ${maxBytes} bytes`)

  if (!location.isThere && !(await files.find(folder))) await files.makeFolder(folder, folderMode, owner)
  const stillAsRead = async () => {
    const now = await read(files, { ...location, isThere: (await files.find(path)) !== undefined })
    if (!now.bytes.equals(before)) throw changedMeanwhile(path, files.hostName)
  }
  await replaceFile(files, { path, bytes: after, mode: fileMode, owner, stillAsRead })

  // Another program may have replaced the file between our last look and our step: then what it wrote is edited again.
  const { bytes: written } = await files.read(path, maxBytes)
  if (!change(written).equals(written)) throw changedMeanwhile(path, files.hostName)
  return { path, isThere: true, keys: authorizedKeys(written), changed: true }
}

/** An absent file has no bytes, and will belong to whose home it is in. */
async function read(files: Sftp, { path, isThere, owner }: Location): Promise<{ bytes: Buffer; owner?: Owner }> {
  if (!isThere) return { bytes: Buffer.alloc(0), owner }
  const { bytes, stats } = await files.read(path, maxBytes)
  return { bytes, owner: { uid: stats.uid, gid: stats.gid } }
}

const isChangedMeanwhile = (error: unknown) => error instanceof SshRefusal && error.reason === 'changed-meanwhile'

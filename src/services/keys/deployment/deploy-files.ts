import { posix } from 'node:path'
import { Problem } from '#contract/problem.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { problemOf } from '#services/keys/refused.ts'
import { type Delivery, deliverFile } from '#services/keys/ssh/deliver-file.ts'
import { onHost } from '#services/keys/ssh/on-host.ts'
import { replaceFile } from '#services/keys/ssh/replace-file.ts'
import type { Sftp } from '#services/keys/ssh/sftp.ts'
import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'
import type { SshSession } from '#services/keys/ssh/ssh-session.ts'
import type { SavedServer } from './server-store.ts'

export type DeployedFiles = { certificate: Uint8Array; key: Uint8Array }
export type Deployed = {
  /** False if both files already had this content. */
  changed: boolean
  /** Path of the previous certificate's backup. */
  backup?: string
  /** Path of the previous private key, if its removal failed. */
  keyBackup?: string
  /** Output of the reload command. */
  reload?: string
}
type Parts = Pick<KeyManagement, 'db' | 'vault' | 'work'>
type StoredFile = Awaited<ReturnType<Sftp['read']>>
/** State of a file for a rollback. */
type FileChange = { path: string; former: StoredFile | undefined; delivery?: Delivery }

const modes = { certificate: 0o644, key: 0o600 } as const
const maxBytes = 16 * 1024 * 1024
const notKnown = 'its result is not known, because the connection ended'

/** The reload command failed, and the previous files were restored. */
class ReloadFailed extends SshRefusal {}

/**
 * Writes key and certificate, or neither. The key comes first, since servers watch the certificate, and the key must be
 * present when it changes. A server that reloads in between sees a mismatched key, rejects it and continues with its
 * current configuration. If the reload fails, the previous files are restored.
 */
export async function deployFiles(parts: Parts, server: SavedServer, files: DeployedFiles): Promise<Deployed> {
  let change: FileChange | undefined
  const deliver = async (session: SshSession): Promise<Deployed> => {
    const there = await session.files()
    change = { path: server.key_path, former: await findFile(there, server.key_path) }
    const certificateChange: FileChange = {
      path: server.certificate_path,
      former: await findFile(there, server.certificate_path),
    }
    const key = await deliverFile(session, server.key_path, files.key, { mode: modes.key })
    change.delivery = key
    const certificate = await deliverFile(session, server.certificate_path, files.certificate, {
      mode: modes.certificate,
    })
    certificateChange.delivery = certificate
    if (!key.changed && !certificate.changed) return { changed: false }
    const reload = await reloaded(session, server.reload_command, [change, certificateChange])
    const keyBackup = key.backup !== undefined && !(await isRemoved(there, key.backup)) ? key.backup : undefined
    return {
      changed: true,
      ...(certificate.backup !== undefined && { backup: certificate.backup }),
      ...(keyBackup !== undefined && { keyBackup }),
      ...(reload !== undefined && { reload }),
    }
  }
  try {
    return await onHost(parts, server.resource, server.user_name, deliver)
  } catch (error) {
    if (!change || error instanceof ReloadFailed) throw error
    const made = change
    // In a new session, since the first one may have failed after changing more than it reported.
    const isWhole = await onHost(parts, server.resource, server.user_name, (session) =>
      takeBack(session, { server, files, change: made }),
    ).catch(() => {
      throw halfDone(error, made)
    })
    if (isWhole) return { changed: true, ...(server.reload_command !== null && { reload: notKnown }) }
    throw error
  }
}

/** Runs the reload command, if any. If it fails, restores and reloads the previous files. */
async function reloaded(session: SshSession, line: string | null, changes: readonly FileChange[]) {
  if (line === null) return undefined
  const { code, output } = await session.runLine(line)
  if (code === 0) return firstLines(output)
  const why = `The reload command ended with ${code === null ? 'a signal' : `exit code ${code}`}: ${firstLines(output)}`
  throw new ReloadFailed('failed', `${why}. ${await withFormerFiles(session, line, changes)}`)
}

async function withFormerFiles(session: SshSession, line: string, changes: readonly FileChange[]): Promise<string> {
  try {
    const there = await session.files()
    for (const change of changes) {
      if (change.delivery?.changed) await putBack(there, change)
    }
    const { code } = await session.runLine(line)
    const after = code === 0 ? 'and were reloaded' : 'but the reload command failed with them, too'
    return `The former files were put back, ${after}`
  } catch (error) {
    const kept = changes.flatMap(({ delivery }) => delivery?.backup ?? [])
    return `The former files could not be put back: ${reasonOf(error)}. They are kept as ${kept.join(' and ') || 'nothing'}`
  }
}

const maxShown = 300
/** Beginning of a program's output, in one line. */
const firstLines = (output: string) => {
  const line = output.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > maxShown ? `${line.slice(0, maxShown)} …` : line || 'no output'
}

const isRemoved = (there: Sftp, path: string) =>
  there.remove(path).then(
    () => true,
    () => false,
  )

type Attempt = { server: SavedServer; files: DeployedFiles; change: FileChange }

/** Restores the previous key, unless the certificate was replaced. Returns whether it was. */
async function takeBack(session: SshSession, { server, files, change }: Attempt): Promise<boolean> {
  const there = await session.files()
  const [key, certificate] = [await findFile(there, server.key_path), await findFile(there, server.certificate_path)]
  if (!key?.bytes.equals(files.key)) return false
  if (certificate?.bytes.equals(files.certificate)) return true
  if (!change.former?.bytes.equals(files.key)) await putBack(there, change)
  return false
}

/** Restores a file by renaming its backup, which has the original owner and mode. */
async function putBack(there: Sftp, { path: stated, former, delivery }: FileChange): Promise<void> {
  const path = posix.join(await there.realPath(posix.dirname(stated)), posix.basename(stated))
  if (!former) return there.remove(path)
  if (delivery?.backup !== undefined) return there.rename(delivery.backup, path)
  const { mode, uid, gid } = former.stats
  const stillAsRead = () => Promise.resolve() // it was just written
  await replaceFile(there, { path, bytes: former.bytes, mode: mode & 0o7777, owner: { uid, gid }, stillAsRead })
}

async function findFile(there: Sftp, path: string): Promise<StoredFile | undefined> {
  return (await there.find(path))?.isFile() ? there.read(path, maxBytes) : undefined
}

function halfDone(cause: unknown, { path, former, delivery }: FileChange): SshRefusal {
  const backup =
    delivery?.backup === undefined ? 'the former one is kept in the same folder' : `the former is ${delivery.backup}`
  const before = former ? backup : 'there was none before'
  return new SshRefusal('failed', `${reasonOf(cause)}. ${path} may be the new key, and could not be undone; ${before}`)
}

/** Reason of a host's rejection, without field names of other operations; internal errors are not disclosed. */
export function reasonOf(error: unknown): string {
  const problem = problemOf(error)
  if (!(problem instanceof Problem)) return 'Internal error of the service'
  const { field, message } = problem
  return field !== undefined && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
}

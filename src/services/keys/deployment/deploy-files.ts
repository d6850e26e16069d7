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
  /** False: both files were there already. */
  changed: boolean
  /** Where the former certificate is kept. */
  backup?: string
  /** Where the former private key is kept although it should have been removed. */
  keyBackup?: string
  /** What the reload command wrote. */
  reload?: string
}
type Parts = Pick<KeyManagement, 'db' | 'vault' | 'work'>
type StoredFile = Awaited<ReturnType<Sftp['read']>>
/** What is known of a file, should it have to be taken back. */
type FileChange = { path: string; former: StoredFile | undefined; delivery?: Delivery }

const modes = { certificate: 0o644, key: 0o600 } as const
const maxBytes = 16 * 1024 * 1024
const notKnown = 'its result is not known, because the connection ended'

/** The command that reloads the server failed, and the former files are back. */
class ReloadFailed extends SshRefusal {}

/**
 * Both files, or neither. The key goes first: what watches or reloads looks at the certificate, and by the time that one
 * changes, its key is there. A server that is told otherwise in between finds a key that is not of its certificate,
 * which every server refuses, going on with what it has. A server that does not reload gets its former files back.
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
    // In a session of its own, for the first one may be what has failed, after it has done more than it could tell.
    const isWhole = await onHost(parts, server.resource, server.user_name, (session) =>
      takeBack(session, { server, files, change: made }),
    ).catch(() => {
      throw halfDone(error, made)
    })
    if (isWhole) return { changed: true, ...(server.reload_command !== null && { reload: notKnown }) }
    throw error
  }
}

/** Runs the command, if there is one. If it fails, what was there before is there again, and is loaded. */
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
/** Of what a program wrote, as much as a message holds, in one line. */
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

/** Puts the former key back, unless the certificate is the new one after all. Whether it is. */
async function takeBack(session: SshSession, { server, files, change }: Attempt): Promise<boolean> {
  const there = await session.files()
  const [key, certificate] = [await findFile(there, server.key_path), await findFile(there, server.certificate_path)]
  if (!key?.bytes.equals(files.key)) return false
  if (certificate?.bytes.equals(files.certificate)) return true
  if (!change.former?.bytes.equals(files.key)) await putBack(there, change)
  return false
}

/** The backup is the former file with its owner and mode, so that it takes its place again in one step. */
async function putBack(there: Sftp, { path: stated, former, delivery }: FileChange): Promise<void> {
  const path = posix.join(await there.realPath(posix.dirname(stated)), posix.basename(stated))
  if (!former) return there.remove(path)
  if (delivery?.backup !== undefined) return there.rename(delivery.backup, path)
  const { mode, uid, gid } = former.stats
  const stillAsRead = () => Promise.resolve() // a moment ago it was ours
  await replaceFile(there, { path, bytes: former.bytes, mode: mode & 0o7777, owner: { uid, gid }, stillAsRead })
}

async function findFile(there: Sftp, path: string): Promise<StoredFile | undefined> {
  return (await there.find(path))?.isFile() ? there.read(path, maxBytes) : undefined
}

function halfDone(cause: unknown, { path, former, delivery }: FileChange): SshRefusal {
  const backup =
    delivery?.backup === undefined ? 'the former one is kept beside it' : `the former is ${delivery.backup}`
  const before = former ? backup : 'there was none before'
  return new SshRefusal(
    'failed',
    `${reasonOf(cause)}. ${path} may be the new key, and could not be taken back; ${before}`,
  )
}

/** What a host refuses is told, without the field of another operation; what fails inside is not. */
export function reasonOf(error: unknown): string {
  const problem = problemOf(error)
  if (!(problem instanceof Problem)) return 'Internal error of the service'
  const { field, message } = problem
  return field !== undefined && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
}

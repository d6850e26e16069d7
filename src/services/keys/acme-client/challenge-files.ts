import { posix } from 'node:path'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import type { SavedServer } from '#services/keys/deployment/server-store.ts'
import { challengePath } from '#services/keys/acme/validation/http-01.ts'
import { withLock } from '#services/keys/with-lock.ts'
import { deliverFile } from '#services/keys/ssh/deliver-file.ts'
import { onHost } from '#services/keys/ssh/on-host.ts'
import type { Sftp } from '#services/keys/ssh/sftp.ts'
import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'
import type { ChallengeRecord } from './outside-order.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault' | 'work'>
/** The document root of a web server, and the challenges to publish there. */
export type Publication = { server: SavedServer; webRoot: string; challenges: readonly ChallengeRecord[] }

/** Readable for the web server, which usually runs under another account. */
const modes = { file: 0o644, folder: 0o755 }
/** The authority determines the file name, so only characters allowed in tokens by RFC 8555 are accepted. */
const tokenForm = /^[\w-]{1,255}$/

/** Writes a file per challenge below the document root of a web server. */
export const publishFiles = (parts: Parts, { server, webRoot, challenges }: Publication) =>
  onServer(parts, server, async (session) => {
    const files = await session.files()
    const root = await files.realPath(webRoot).catch(() => webRoot)
    if (!(await files.find(root))?.isDirectory())
      throw refused('webRoot', `${webRoot} is not a folder on ${session.hostName}`)
    await makeFolders(files, root, posix.dirname(challengePath('token')))
    for (const challenge of challenges.filter(({ isDone }) => !isDone)) {
      const path = posix.join(root, challengePath(tokenOf(challenge)))
      await deliverFile(session, path, Buffer.from(challenge.value), { mode: modes.file })
    }
  })

/** Removes published files; directories are kept. */
export const removeFiles = (parts: Parts, { server, webRoot, challenges }: Publication) =>
  onServer(parts, server, async (session) => {
    const files = await session.files()
    const root = await files.realPath(webRoot)
    for (const challenge of challenges) {
      const path = posix.join(root, challengePath(tokenOf(challenge)))
      if (await files.find(path)) await files.remove(path)
    }
  })

const onServer = (parts: Parts, server: SavedServer, work: Parameters<typeof onHost<void>>[3]) =>
  withLock(parts.db, `${server.resource.address} ${server.resource.port}`, () =>
    onHost(parts, server.resource, server.user_name, work),
  )

async function makeFolders(files: Sftp, root: string, path: string) {
  let at = root
  for (const part of path.split('/').filter((one) => one !== '')) {
    at = posix.join(at, part)
    if (!(await files.find(at))) await files.makeFolder(at, modes.folder)
  }
}

function tokenOf({ place }: ChallengeRecord): string {
  const token = posix.basename(place)
  if (!tokenForm.test(token)) throw new SshRefusal('not-permitted', 'The authority named a file that is not accepted')
  return token
}

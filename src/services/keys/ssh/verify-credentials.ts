import { enumerateUsers } from './host-accounts.ts'
import type { SshSession } from './ssh-session.ts'

export interface Verified {
  /** SHA256:… */
  hostKey: string
  /** Whether this user can manage the keys of other users. */
  isAdmin: boolean
}

/** Checks that the session supports the required features before credentials are stored. */
export async function verifyCredentials(session: SshSession): Promise<Verified> {
  await session.files() // through sudo, if enabled
  const users = await enumerateUsers(session)
  const isRoot = users.some(({ name, uid }) => name === session.user && uid === 0)
  return { hostKey: session.hostKey, isAdmin: isRoot || session.isElevated }
}

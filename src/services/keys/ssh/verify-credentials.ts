import { enumerateUsers } from './host-accounts.ts'
import type { SshSession } from './ssh-session.ts'

export interface Verified {
  /** SHA256:… */
  hostKey: string
  /** Whether this user may administer the keys of others. */
  isAdmin: boolean
}

/** Sees that the host offers whoever is logged in what we need, before the credentials are kept. */
export async function verifyCredentials(session: SshSession): Promise<Verified> {
  await session.files() // by sudo, where it is to be used
  const users = await enumerateUsers(session)
  const isRoot = users.some(({ name, uid }) => name === session.user && uid === 0)
  return { hostKey: session.hostKey, isAdmin: isRoot || session.isElevated }
}

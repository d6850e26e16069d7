import { enumerateUsers } from './host-accounts.ts'
import type { SshSession } from './ssh-session.ts'

export interface Verified {
  /** To be pinned. */
  hostKey: string
  /** Whether this user may administer the keys of others. */
  isAdmin: boolean
}

/** Sees that the host offers whoever is logged in what we need, before the credentials are kept. */
export async function verifyCredentials(session: SshSession): Promise<Verified> {
  await session.files()
  const users = await enumerateUsers(session)
  return { hostKey: session.hostKey, isAdmin: users.some(({ name, uid }) => name === session.user && uid === 0) }
}

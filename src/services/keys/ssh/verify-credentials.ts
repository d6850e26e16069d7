import type { Host } from './connect.ts'
import type { Credentials } from './credentials.ts'
import { enumerateUsers } from './host-accounts.ts'
import { openSession, type SessionOptions } from './ssh-session.ts'

export interface Verified {
  /** To be pinned. */
  hostKey: string
  /** Whether this user may administer the keys of others. */
  isAdmin: boolean
}

/** Logs in and sees that the host offers what we need, before credentials are kept (key-management 2). */
export async function verifyCredentials(
  host: Host,
  credentials: Credentials,
  options: SessionOptions,
): Promise<Verified> {
  using session = await openSession(host, credentials, options)
  await session.files()
  const users = await enumerateUsers(session)
  return { hostKey: session.hostKey, isAdmin: users.some(({ name, uid }) => name === session.user && uid === 0) }
}

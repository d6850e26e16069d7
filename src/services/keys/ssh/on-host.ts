import { Refusal } from '#crypto/refusal.ts'
import { Semaphore } from '#crypto/workers/semaphore.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import { HostKeyChanged, SshRefusal } from './ssh-refusal.ts'
import type { Credentials } from './credentials.ts'
import { acceptFirst, raiseAlarm, trustedKeys } from './identity/host-key-pins.ts'
import { credentialsOf, requireCredential, type SshResource } from './ssh-resource-store.ts'
import { openSession, type SshSession } from './ssh-session.ts'

const maxSessions = 10
const maxWaiting = 100
const waitMs = 20_000
const sessionMs = 45_000

/** Limits sessions to all hosts, each with a connection and a few MiB. */
const sessions = new Semaphore(maxSessions, maxWaiting)

type Parts = Pick<KeyManagement, 'db' | 'vault' | 'work'>
type Work<T> = (session: SshSession) => Promise<T>

/** Runs work in a session with the user's own credentials, or those of an administrator. */
export async function onHost<T>(parts: Parts, resource: SshResource, user: string, work: Work<T>): Promise<T> {
  const credential = await requireCredential(parts.db, resource, user)
  const login = await credentialsOf(parts, credential)
  const logIn = () => inSession(parts, resource, login, work)
  const names = { host: 'resourceName', 'not-found': 'userName', 'not-permitted': 'userName' }
  return await inWireWords(names, () => logIn().catch(saying(resource, credential.user_name)))
}

/** A session with a host whose keys are known; nothing is stored. */
export async function inSession<T>(
  { db, work: pool }: Parts,
  resource: SshResource,
  login: Credentials,
  work: Work<T>,
): Promise<T> {
  try {
    return await inTurn(async () => {
      const { name, address, port } = resource
      const pins = await trustedKeys(db, resource)
      using session = await openSession({ name, address, port }, login, { pins, work: pool })
      return await withinDeadline(name, () => work(session))
    })
  } catch (error) {
    if (!(error instanceof HostKeyChanged)) throw error
    await raiseAlarm(db, resource.id, error)
    throw refused('resourceName', `${error.message}. ${acceptFirst}`)
  }
}

/** Limits concurrent connections. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  await enter()
  try {
    return await work()
  } finally {
    sessions.leave()
  }
}

async function enter(): Promise<void> {
  try {
    await sessions.enter(AbortSignal.timeout(waitMs))
  } catch {
    throw new Refusal('busy', 'Too many hosts are being processed; try again in a moment')
  }
}

/** Overall deadline, since a slow host avoids idle timeouts. The caller closes the session. */
async function withinDeadline<T>(name: string, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const message = `${name} did not finish in ${sessionMs / 1000} s`
  const timer = setTimeout(() => late.reject(new SshRefusal('too-slow', message)), sessionMs)
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const saying =
  ({ name }: SshResource, user: string) =>
  (error: unknown): never => {
    if (!(error instanceof SshRefusal) || error.reason !== 'wrong-credentials') throw error
    throw refused('userName', `${name} no longer accepts the credentials of ${user}; enter them again`)
  }

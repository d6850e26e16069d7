import { currentSession } from '#contract/session.ts'
import { callOnce } from './call-once.ts'
import { keepSession, knownUser } from './known-session.ts'
import { whileSessionStays } from './session-lock.ts'

/** Asks who is signed in now, and lets the whole console know. */
export const lookWhoIsSignedIn = async () => keepSession(await whileSessionStays(() => callOnce(currentSession, {})))

/**
 * A call was told that its session has ended. It may have set out under an id that a confirmation or another tab has
 * replaced meanwhile: then it may be repeated, but never as somebody else.
 */
export async function checkSession(): Promise<boolean> {
  const before = knownUser()
  if (!before) return false
  await lookWhoIsSignedIn()
  const now = knownUser()
  return now?.name === before.name && now.authType === before.authType
}

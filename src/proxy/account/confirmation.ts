import { Problem } from '#contract/problem.ts'
import type { LiveSession } from '#proxy/session.ts'

/** Secrets and what cannot be undone ask for a fresh proof of who is there (SVC-3). */
export function requireConfirmed(session: LiveSession | undefined) {
  if (session && session.confirmedUntil > Date.now()) return
  throw new Problem('CONFIRM_IDENTITY')
}

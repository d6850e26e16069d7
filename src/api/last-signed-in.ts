import { useState } from 'react'
import type { SessionState, SignedIn } from '#contract/session.ts'

/**
 * Who works on this page. While they sign in again on top of it, it is still them: what is below stays as it is, with
 * everything that was typed, and the proxy refuses meanwhile.
 */
export function useLastSignedIn(session: SessionState | undefined): SignedIn | undefined {
  const now = session?.state === 'signed-in' ? session : undefined
  const [last, setLast] = useState(now)
  if (now && now !== last) setLast(now)
  return now ?? last
}

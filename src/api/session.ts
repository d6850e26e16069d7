import type { account } from '#contract/console/account.ts'
import type { Input } from '#contract/endpoint.ts'
import { currentSession, type session, type SessionState } from '#contract/session.ts'
import { callOnce } from './call-once.ts'
import { queryClient } from './client.ts'
import { keepSession } from './known-session.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { query } from './query.ts'
import { whileSessionChanges } from './session-lock.ts'

/** Who is signed in: one entry of the query cache, which everybody reads. */
export const sessionQuery = query(currentSession, {})

type Change =
  | typeof session.signIn
  | typeof session.verifyOtp
  | typeof session.signOut
  | typeof account.signOutEverywhere

/** A step of signing in or out. Not a mutation: its cache would keep the password. */
export async function changeSession<R extends Change>(endpoint: R, input: Input<R>): Promise<SessionState> {
  const state: SessionState = await whileSessionChanges(() => callOnce(endpoint, input))
  await keepSession(state)
  if (state.state !== 'otp') tellOtherTabs(state.state)
  return state
}

/** After signing in again: ask once more for everything that failed meanwhile. */
export const refetchFailed = () =>
  queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0 })

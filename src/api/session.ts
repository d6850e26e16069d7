import type { Input } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession, type SessionState, type signIn, type signOut, type verifyOtp } from '#contract/session.ts'
import { call } from './call.ts'
import { queryClient } from './client.ts'
import { query } from './query.ts'

/** Who is signed in: one entry of the query cache, which everybody reads. */
export const sessionQuery = query(currentSession, {})

/** Whichever call is told that the session has ended, the whole console knows at once. */
function noticeSignedOut(error: unknown) {
  if (error instanceof Problem && error.code === 'SIGNED_OUT') {
    queryClient.setQueryData(sessionQuery.queryKey, { state: 'signed-out' } satisfies SessionState)
  }
}
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'error') noticeSignedOut(event.action.error)
})
queryClient.getMutationCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'error') noticeSignedOut(event.action.error)
})

/** A step of signing in or out. Not a mutation: its cache would keep the password. */
export async function changeSession<R extends typeof signIn | typeof verifyOtp | typeof signOut>(
  row: R,
  input: Input<R>,
): Promise<SessionState> {
  const state: SessionState = await call(row, input)
  queryClient.setQueryData(sessionQuery.queryKey, state)
  return state
}

/** After signing in again: ask once more for everything that failed meanwhile. */
export const refetchFailed = () =>
  queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0 })

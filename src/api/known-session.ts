import { currentSession, type SessionState } from '#contract/session.ts'
import { queryClient } from './client.ts'

/** The entry of the query cache that everybody reads: who is signed in. */
const queryKey = [currentSession.id, {}]

export const knownUser = () => {
  const session = queryClient.getQueryData<SessionState>(queryKey)
  return session?.state === 'signed-in' ? session.user : undefined
}

/** What is known from now on; an older answer that is still on its way no longer counts. */
export async function keepSession(session: SessionState): Promise<SessionState> {
  if (queryClient.getQueryData(queryKey)) await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, session)
  return session
}

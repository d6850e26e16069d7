import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { currentSession, type SessionState } from '#contract/session.ts'
import type { Answers } from '../../support/answering.ts'

/** Whoever is signed in holds these permissions. */
export function signedInWith(...permissions: string[]) {
  const session: SessionState = {
    state: 'signed-in',
    demo: false,
    by: 'password',
    site: { name: 'test', title: 'Test' },
    sites: [],
    user: { name: 'ada', email: '', authType: '', permissions },
  }
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** Who is signed in is asked again once that is some seconds old: it is still them. */
export const stillSignedIn: Answers = {
  [currentSession.id]: () => queryClient.getQueryData<SessionState>(sessionQuery.queryKey) ?? {},
}

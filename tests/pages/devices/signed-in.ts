import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import type { SessionState } from '#contract/session.ts'

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

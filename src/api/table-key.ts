import { useQuery } from '@tanstack/react-query'
import { useLastSignedIn } from './last-signed-in.ts'
import { sessionQuery } from './session.ts'

/** The name under which the browser keeps how a person likes this list: each person's own, on each site. */
export function useTableKey(list: string): string {
  // Who is signed in is known before any list is drawn: nobody is asked here.
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  const here = useLastSignedIn(session)
  if (!here) return list
  return [here.site.name, here.user.authType, here.user.name, list].join('/')
}

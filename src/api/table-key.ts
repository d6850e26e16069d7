import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './session.ts'

/** The name under which the browser keeps how a person likes this list: each person's own, on each site. */
export function useTableKey(list: string): string {
  // Who is signed in is known before any list is drawn: nobody is asked here.
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  if (session?.state !== 'signed-in') return list
  return [session.site.name, session.user.authType, session.user.name, list].join('/')
}

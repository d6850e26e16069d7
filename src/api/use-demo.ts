import { useQuery } from '@tanstack/react-query'
import { useLastSignedIn } from './last-signed-in.ts'
import { sessionQuery } from './session.ts'

/** Whether the console shows its embedded demo, where nothing is a real device. */
export function useDemo(): boolean {
  const { data: session } = useQuery(sessionQuery)
  return useLastSignedIn(session)?.demo === true
}

import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#api/session.ts'
import type { Row } from '#contract/endpoint.ts'
import { holds } from '#contract/permission.ts'

/** Why whoever is signed in may not call this row; undefined when they may. */
export function useRefusal({ permission }: Row): string | undefined {
  const { data: session } = useQuery(sessionQuery)
  const may = session?.state === 'signed-in' && holds(session.user.permissions, permission)
  return may ? undefined : `Your account lacks the permission ${permission}. An administrator can grant it.`
}

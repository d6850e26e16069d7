import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { holds, type Permission } from '#contract/permission.ts'
import type { SessionState, SignedIn } from '#contract/session.ts'
import { sessionQuery } from './session.ts'

/**
 * The user of this page. During a new sign-in in a dialog, the page and its input stay as they are; the proxy refuses
 * calls meanwhile.
 */
export function useLastSignedIn(session: SessionState | undefined): SignedIn | undefined {
  const now = session?.state === 'signed-in' ? session : undefined
  const [last, setLast] = useState(now)
  if (now && now !== last) setLast(now)
  return now ?? last
}

/** Whether the signed-in user has a permission. Pages use it to explain what the proxy would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { data: session } = useQuery(sessionQuery)
  const held = useLastSignedIn(session)?.user.permissions
  return (permission) => held !== undefined && holds(held, permission)
}

/** Which setting of a connection is missing, where the server names no rights of the module of a permission. */
export function useModuleHint(permission: Permission): string | undefined {
  const { data: session } = useQuery(sessionQuery)
  return useLastSignedIn(session)?.moduleHints?.[permission.split('_')[0] ?? '']
}

/** Whether the console runs with demo data and simulated devices. */
export function useDemo(): boolean {
  const { data: session } = useQuery(sessionQuery)
  return useLastSignedIn(session)?.demo === true
}

/** Storage key of the list preferences of a user at a site. */
export function useTableKey(list: string): string {
  // The session is known before any list is rendered, so nothing is fetched here.
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  const here = useLastSignedIn(session)
  if (!here) return list
  return [here.site.name, here.user.authType, here.user.name, list].join('/')
}

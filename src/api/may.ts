import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { holds, type Permission } from '#contract/permission.ts'
import type { SessionState, SignedIn } from '#contract/session.ts'
import { sessionQuery } from './session.ts'

/**
 * The user of this page. While the user signs in again in a dialog, the page and its input remain; the proxy rejects
 * calls until then.
 */
export function useLastSignedIn(session: SessionState | undefined): SignedIn | undefined {
  const now = session?.state === 'signed-in' ? session : undefined
  const [last, setLast] = useState(now)
  if (now && now !== last) setLast(now)
  return now ?? last
}

/**
 * Returns a function that tests whether the signed-in user has a permission. The proxy enforces permissions; pages only
 * use this to hide or explain actions.
 */
export function useMay(): (permission: Permission) => boolean {
  const { data: session } = useQuery(sessionQuery)
  const held = useLastSignedIn(session)?.user.permissions
  return (permission) => held !== undefined && holds(held, permission)
}

/** Explains which connection setting is missing if the server reports no rights for the module of a permission. */
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

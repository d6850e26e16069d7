import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { holds, type Permission } from '#contract/permission.ts'
import type { SessionState, SignedIn } from '#contract/session.ts'
import { sessionQuery } from './session.ts'

/**
 * Who works on this page. While they sign in again on top of it, it is still them: what is below stays as it is, with
 * everything that was typed, and the proxy refuses meanwhile.
 */
export function useLastSignedIn(session: SessionState | undefined): SignedIn | undefined {
  const now = session?.state === 'signed-in' ? session : undefined
  const [last, setLast] = useState(now)
  if (now && now !== last) setLast(now)
  return now ?? last
}

/** Asks whether whoever is signed in holds a permission. A page explains with it what the proxy would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { data: session } = useQuery(sessionQuery)
  const held = useLastSignedIn(session)?.user.permissions
  return (permission) => held !== undefined && holds(held, permission)
}

/** Whether the console shows its embedded demo, where nothing is a real device. */
export function useDemo(): boolean {
  const { data: session } = useQuery(sessionQuery)
  return useLastSignedIn(session)?.demo === true
}

/** The name under which the browser keeps how a person likes this list: each person's own, on each site. */
export function useTableKey(list: string): string {
  // Who is signed in is known before any list is drawn: nobody is asked here.
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  const here = useLastSignedIn(session)
  if (!here) return list
  return [here.site.name, here.user.authType, here.user.name, list].join('/')
}

import { useQuery } from '@tanstack/react-query'
import { holds, type Permission } from '#contract/permission.ts'
import { useLastSignedIn } from './last-signed-in.ts'
import { sessionQuery } from './session.ts'

/** Asks whether whoever is signed in holds a permission. A page explains with it what the proxy would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { data: session } = useQuery(sessionQuery)
  const held = useLastSignedIn(session)?.user.permissions
  return (permission) => held !== undefined && holds(held, permission)
}

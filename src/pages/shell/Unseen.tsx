import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { query } from '#api/query.ts'
import { LateFailure } from '#components/actions/LateFailure.tsx'
import { SynchronizedPreferences } from '#components/preferences/SynchronizedPreferences.tsx'
import { type ConnectionView, listConnections } from '#contract/console/connections.ts'
import { missingScopes } from '#contract/identity/scopes.ts'
import { inventory } from '#contract/mdm/area-scopes.ts'
import { paths } from '#paths.ts'
// Must be loaded before it is needed: it replaces parts whose code cannot be loaded.
import '#pages/shell/unloaded/NotLoaded.tsx'

/** Background work of all pages, without UI of its own. */
export const Unseen = ({ onUnreachable }: { onUnreachable: (areas: readonly string[]) => void }) => (
  <>
    <UnreachableAreas onFound={onUnreachable} />
    <LateFailure />
    <SynchronizedPreferences />
  </>
)

const areasOf = {
  desktop: [paths.desktops],
  mdm: [paths.devices],
  keys: [paths.certificates, paths.requests, paths.sshKeys, paths.vault, paths.discovery],
} as const

/** Paths of areas whose service has no connection, or whose OAuth scope was not requested. */
function unreachableIn(connections: readonly Pick<ConnectionView, 'service' | 'scopes'>[]): string[] {
  if (connections.length === 0) return []
  const asked = connections.find(({ service }) => service === 'mdm')?.scopes
  const isOutOfScope = asked !== undefined && missingScopes(inventory('READ').scopes, asked).length > 0
  return (['desktop', 'mdm', 'keys'] as const).flatMap((name) => {
    const isConnected = connections.some(({ service }) => service === name)
    return isConnected && !(name === 'mdm' && isOutOfScope) ? [] : areasOf[name]
  })
}

/** Determines the areas to hide. Settings, Connections states why. */
function UnreachableAreas({ onFound }: { onFound: (unreachable: readonly string[]) => void }) {
  const { data } = useQuery(query(listConnections, {}))
  const unreachable = data && unreachableIn(data.connections).join(' ')
  // Navigation links, one of which may have keyboard focus.
  useLayoutEffect(() => onFound(unreachable?.split(' ') ?? []), [unreachable, onFound])
  return null
}

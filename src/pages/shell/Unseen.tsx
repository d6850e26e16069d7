import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { query } from '#api/query.ts'
import { LateFailure } from '#components/actions/LateFailure.tsx'
import { KeptWithAccount } from '#components/preferences/KeptWithAccount.tsx'
import { type ConnectionView, listConnections } from '#contract/console/connections.ts'
import { missingScopes } from '#contract/identity/scopes.ts'
import { inventory } from '#contract/mdm/area-scopes.ts'
import { paths } from '#paths.ts'
// A part that cannot be loaded says so in its own place: that has to be there by then.
import '#pages/shell/unloaded/NotLoaded.tsx'

/** Background work of all pages, without UI of its own. */
export const Unseen = ({ onUnreachable }: { onUnreachable: (areas: readonly string[]) => void }) => (
  <>
    <UnreachableAreas onFound={onUnreachable} />
    <LateFailure />
    <KeptWithAccount />
  </>
)

const areasOf = {
  desktop: [paths.desktops],
  mdm: [paths.devices],
  keys: [paths.certificates, paths.requests, paths.sshKeys, paths.vault, paths.discovery],
} as const

/** Areas whose service this site has no connection to, or which need a scope that nobody was asked for. */
function unreachableIn(connections: readonly Pick<ConnectionView, 'service' | 'scopes'>[]): string[] {
  if (connections.length === 0) return []
  const asked = connections.find(({ service }) => service === 'mdm')?.scopes
  const isOutOfScope = asked !== undefined && missingScopes(inventory('READ').scopes, asked).length > 0
  return (['desktop', 'mdm', 'keys'] as const).flatMap((name) => {
    const isConnected = connections.some(({ service }) => service === name)
    return isConnected && !(name === 'mdm' && isOutOfScope) ? [] : areasOf[name]
  })
}

/** Tells which areas there are not. Settings, Connections says why. */
function UnreachableAreas({ onFound }: { onFound: (unreachable: readonly string[]) => void }) {
  const { data } = useQuery(query(listConnections, {}))
  const unreachable = data && unreachableIn(data.connections).join(' ')
  // Navigation links, one of which may have keyboard focus.
  useLayoutEffect(() => onFound(unreachable?.split(' ') ?? []), [unreachable, onFound])
  return null
}

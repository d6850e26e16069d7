import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { query } from '#api/query.ts'
import { KeptWithAccount } from '#components/preferences/KeptWithAccount.tsx'
import { listConnections } from '#contract/console/connections.ts'
import { missingScopes } from '#contract/identity/scopes.ts'
import { inventory } from '#contract/mdm/area-scopes.ts'
import { paths } from '#paths.ts'
// A part that cannot be loaded says so in its own place: that has to be there by then.
import '#pages/shell/unloaded/NotLoaded.tsx'

/** What goes on behind every page: its work is seen elsewhere. */
export const Unseen = ({ onUnreachable }: { onUnreachable: (areas: readonly string[]) => void }) => (
  <>
    <UnreachableAreas onFound={onUnreachable} />
    <KeptWithAccount />
  </>
)

/** Tells which areas need a scope that nobody was asked for. Settings, Connections says which scopes are missing. */
function UnreachableAreas({ onFound }: { onFound: (unreachable: readonly string[]) => void }) {
  const { data } = useQuery(query(listConnections, {}))
  const asked = data?.connections.find(({ service }) => service === 'mdm')?.scopes
  const isHidden = asked !== undefined && missingScopes(inventory('READ').scopes, asked).length > 0
  // The links, which are drawn already: the keyboard may be on one of them.
  useLayoutEffect(() => onFound(isHidden ? [paths.devices] : []), [isHidden, onFound])
  return null
}

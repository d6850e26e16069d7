import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { query } from '#api/query.ts'
import { listConnections } from '#contract/console/connections.ts'
import { missingScopes } from '#contract/identity/scopes.ts'
import { deviceManagement, userArea } from '#contract/mdm/area-scopes.ts'
import { paths } from '#paths.ts'

const scopesOf = [
  { to: paths.groups, ...deviceManagement('READ') },
  { to: paths.profiles, ...deviceManagement('READ') },
  { to: paths.apps, ...deviceManagement('READ') },
  { to: paths.users, ...userArea('READ') },
]

/**
 * Determines which lists need an OAuth scope that the connection did not request. Settings, Connections shows the
 * missing scopes.
 */
export function TabsWithoutScope({ onFound }: { onFound: (unasked: readonly string[]) => void }) {
  const { data } = useQuery(query(listConnections, {}))
  const asked = data?.connections.find(({ service }) => service === 'mdm')?.scopes
  // Tabs, one of which may have keyboard focus.
  useLayoutEffect(() => {
    if (asked) onFound(scopesOf.filter(({ scopes }) => missingScopes(scopes, asked).length > 0).map(({ to }) => to))
  }, [asked, onFound])
  return null
}

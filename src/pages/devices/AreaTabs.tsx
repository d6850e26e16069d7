import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#api/query.ts'
import { listConnections } from '#contract/console/connections.ts'
import { missingScopes } from '#contract/identity/scopes.ts'
import { deviceManagement, userArea } from '#contract/mdm/area-scopes.ts'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'

const tabs = [
  { label: 'Devices', to: paths.devices, scopes: [] },
  { label: 'Groups', to: paths.groups, ...deviceManagement('READ') },
  { label: 'Profiles', to: paths.profiles, ...deviceManagement('READ') },
  { label: 'Apps', to: paths.apps, ...deviceManagement('READ') },
  { label: 'Users', to: paths.users, ...userArea('READ') },
]

/**
 * The lists of mobile device management, one beside the other. An area whose scope nobody was asked for is not there;
 * Settings, Connections says which scopes are missing.
 */
export function AreaTabs({ children }: { children: ReactNode }) {
  const { data } = useQuery(query(listConnections, {}))
  const asked = data?.connections.find(({ service }) => service === 'mdm')?.scopes
  return (
    <>
      <LinkTabs
        label="Mobile device management"
        tabs={asked ? tabs.filter(({ scopes }) => missingScopes(scopes, asked).length === 0) : tabs}
      />
      <TabPanel>{children}</TabPanel>
    </>
  )
}

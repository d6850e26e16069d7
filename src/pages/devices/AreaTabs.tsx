import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#api/query.ts'
import { listConnections } from '#contract/console/connections.ts'
import { missingScopes } from '#contract/identity/scopes.ts'
import { listApps } from '#contract/mdm/apps.ts'
import { listGroups } from '#contract/mdm/groups.ts'
import { listProfiles } from '#contract/mdm/profiles.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'

const tabs = [
  { label: 'Devices', to: paths.devices, scopes: [] },
  { label: 'Groups', to: paths.groups, scopes: listGroups.scopes },
  { label: 'Profiles', to: paths.profiles, scopes: listProfiles.scopes },
  { label: 'Apps', to: paths.apps, scopes: listApps.scopes },
  { label: 'Users', to: paths.users, scopes: listUsers.scopes },
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

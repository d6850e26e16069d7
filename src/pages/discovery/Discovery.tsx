import { Outlet } from 'react-router'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'

const tabs = [
  { label: 'Hosts', to: paths.discovery },
  { label: 'Host health', to: paths.tlsHosts },
  { label: 'Vulnerabilities', to: paths.vulnerabilities },
  { label: 'Key stores', to: paths.unmanaged },
]

/** Discovers certificates on network hosts and in files. */
export function Component() {
  return (
    <Page title="Discovery">
      <LinkTabs label="Discovery" tabs={tabs} />
      <TabPanel>
        <Outlet />
      </TabPanel>
    </Page>
  )
}

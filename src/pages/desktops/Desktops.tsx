import { Outlet } from 'react-router'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'

const tabs = [
  { label: 'Computers', to: paths.desktops },
  { label: 'Summary', to: paths.desktopSummary },
  { label: 'Software', to: paths.desktopSoftware },
  { label: 'Licenses', to: paths.desktopLicenses },
  { label: 'Agents', to: paths.desktopAgents },
]

/** The title and the tabs; what a tab shows has neither a `Page` nor a title of its own. */
export function Component() {
  return (
    <Page title="Desktops">
      <LinkTabs label="Desktops" tabs={tabs} />
      <TabPanel>
        <Outlet />
      </TabPanel>
    </Page>
  )
}

import { Outlet } from 'react-router'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'

const tabs = [
  { label: 'Connections', to: paths.connections },
  { label: 'API keys', to: paths.apiKeys },
  { label: 'Accounts', to: paths.accounts },
  { label: 'Approvals', to: paths.approvalRules },
  { label: 'Notifications', to: paths.notifications },
  { label: 'Notes and tags', to: paths.notes },
  { label: 'My account', to: paths.account },
  { label: 'About', to: paths.about },
]

/** Page title and tabs of the area; the tabs render content only. */
export function Component() {
  return (
    <Page title="Settings">
      <LinkTabs label="Settings" tabs={tabs} />
      <TabPanel>
        <Outlet />
      </TabPanel>
    </Page>
  )
}

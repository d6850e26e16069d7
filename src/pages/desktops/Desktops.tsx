import { Outlet } from 'react-router'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'

/** The title and the tabs; what a tab shows has neither a `Page` nor a title of its own. */
export function Component() {
  return (
    <Page title="Desktops">
      <AreaTabs of="desktops">
        <Outlet />
      </AreaTabs>
    </Page>
  )
}

import { Outlet } from 'react-router'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'

/** Page title and tabs of the area; the tabs render content only. */
export function Component() {
  return (
    <Page title="Desktops">
      <AreaTabs of="desktops">
        <Outlet />
      </AreaTabs>
    </Page>
  )
}

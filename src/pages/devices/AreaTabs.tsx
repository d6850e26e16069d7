import { type ReactNode, Suspense, useState } from 'react'
import { afterFirstPage } from '#components/area/after-first-page.ts'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'

const TabsWithoutScope = afterFirstPage(async () => (await import('./TabsWithoutScope.tsx')).TabsWithoutScope)

const tabs = [
  { label: 'Devices', to: paths.devices },
  { label: 'Query', to: paths.deviceQuery },
  { label: 'Groups', to: paths.groups },
  { label: 'Profiles', to: paths.profiles },
  { label: 'Apps', to: paths.apps },
  { label: 'Users', to: paths.users },
]
const none: readonly string[] = []

/** Tabs of mobile device management. Tabs are hidden if the connection did not request their OAuth scope. */
export function AreaTabs({ children }: { children: ReactNode }) {
  const [unasked, setUnasked] = useState(none)
  return (
    <>
      <Suspense>
        <TabsWithoutScope onFound={setUnasked} />
      </Suspense>
      <LinkTabs label="Mobile device management" tabs={tabs.filter(({ to }) => !unasked.includes(to))} />
      <TabPanel>{children}</TabPanel>
    </>
  )
}

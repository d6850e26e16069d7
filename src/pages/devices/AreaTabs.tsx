import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'

const tabs = [
  { label: 'Devices', to: paths.devices },
  { label: 'Groups', to: paths.groups },
  { label: 'Profiles', to: paths.profiles },
  { label: 'Apps', to: paths.apps },
  { label: 'Users', to: paths.users },
]

/** The lists of mobile device management, one beside the other. */
export function AreaTabs({ children }: { children: ReactNode }) {
  return (
    <>
      <LinkTabs label="Mobile device management" tabs={tabs} />
      <TabPanel>{children}</TabPanel>
    </>
  )
}

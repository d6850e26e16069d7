import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/LinkTabs.tsx'

const tabs = [
  { label: 'Inventory', to: paths.certificates },
  { label: 'Expiry', to: paths.certificateExpiry },
]

/** The certificates as a list, and as a calendar. */
export function AreaTabs({ children }: { children: ReactNode }) {
  return (
    <>
      <LinkTabs label="Certificates" tabs={tabs} />
      <TabPanel>{children}</TabPanel>
    </>
  )
}

import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'

const tabs = [
  { label: 'Inventory', to: paths.certificates },
  { label: 'Expiry', to: paths.certificateExpiry },
  { label: 'Issued', to: paths.certificatesIssued },
  { label: 'Servers', to: paths.certificateServers },
]

/** The certificates as a list, as a calendar, by who issued them, and where they go. */
export function AreaTabs({ children }: { children: ReactNode }) {
  return (
    <>
      <LinkTabs label="Certificates" tabs={tabs} />
      <TabPanel>{children}</TabPanel>
    </>
  )
}

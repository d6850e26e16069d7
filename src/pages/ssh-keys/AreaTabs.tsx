import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'

const tabs = [
  { label: 'Keys', to: paths.sshKeys },
  { label: 'Access', to: paths.sshAccess },
  { label: 'Hosts', to: paths.sshHosts },
  { label: 'PGP keys', to: paths.pgpKeys },
]

export function AreaTabs({ children }: { children: ReactNode }) {
  return (
    <>
      <LinkTabs label="SSH keys" tabs={tabs} />
      <TabPanel>{children}</TabPanel>
    </>
  )
}

import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'

/** Tabs of each area. */
const areas = {
  certificates: {
    label: 'Certificates',
    tabs: [
      { label: 'Inventory', to: paths.certificates },
      { label: 'Expiry', to: paths.certificateExpiry },
      { label: 'Issued', to: paths.certificatesIssued },
      { label: 'Authorities', to: paths.certificateAuthorities },
      { label: 'Profiles', to: paths.certificateProfiles },
      { label: 'Servers', to: paths.certificateServers },
    ],
  },
  desktops: {
    label: 'Desktops',
    tabs: [
      { label: 'Computers', to: paths.desktops },
      { label: 'Query', to: paths.desktopQuery },
      { label: 'Summary', to: paths.desktopSummary },
      { label: 'Software', to: paths.desktopSoftware },
      { label: 'Prohibited', to: paths.desktopProhibited },
      { label: 'Hardware', to: paths.desktopHardware },
      { label: 'Licenses', to: paths.desktopLicenses },
      { label: 'Agents', to: paths.desktopAgents },
    ],
  },
  jobs: {
    label: 'Jobs',
    tabs: [
      { label: 'Jobs', to: paths.jobs },
      { label: 'Approvals', to: paths.approvals },
      { label: 'Schedules', to: paths.schedules },
    ],
  },
  sshKeys: {
    label: 'SSH keys',
    tabs: [
      { label: 'Keys', to: paths.sshKeys },
      { label: 'Access', to: paths.sshAccess },
      { label: 'Hosts', to: paths.sshHosts },
      { label: 'PGP keys', to: paths.pgpKeys },
    ],
  },
}

/** The tabs of an area with the content of the open one. */
export function AreaTabs({ of, children }: { of: keyof typeof areas; children: ReactNode }) {
  return (
    <>
      <LinkTabs {...areas[of]} />
      <TabPanel>{children}</TabPanel>
    </>
  )
}

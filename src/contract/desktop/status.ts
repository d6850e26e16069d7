/**
 * Enumerated values of desktop-management. The reference defines none; these are documented by real servers. Other
 * numbers have no documented meaning.
 */

import { type Coded, coded, type Legend } from '#contract/codes/legend.ts'

export const liveStatus = { 1: 'Live', 2: 'Down', 3: 'Unknown' } as const
export type LiveStatus = keyof typeof liveStatus

export const installationStatus = {
  21: 'Yet to install',
  22: 'Installed',
  23: 'Uninstalled',
  24: 'Yet to uninstall',
  29: 'Failed',
} as const
export type InstallationStatus = keyof typeof installationStatus

export const scanStatus = { [-1]: 'Not done', 0: 'Failed', 1: 'In progress', 2: 'Success' } as const
export type ScanStatus = keyof typeof scanStatus

export const osPlatform = { 1: 'Windows', 2: 'Mac', 3: 'Linux' } as const
export type OsPlatform = keyof typeof osPlatform

export const softwareType = { 0: 'Unidentified', 1: 'Commercial', 2: 'Non-commercial' } as const
export const usageProhibited = { 0: 'Not assigned', 1: 'Allowed', 2: 'Prohibited' } as const

/** Here −1 is defined. */
export const compliantStatus = {
  [-1]: 'Not applicable',
  0: 'Under licensed',
  1: 'Over licensed',
  2: 'In compliance',
  3: 'Expired',
} as const
export type CompliantStatus = keyof typeof compliantStatus

/** Legend of each coded field. */
export const legendOfField = {
  computer_live_status: liveStatus,
  installation_status: installationStatus,
  scan_status: scanStatus,
  os_platform: osPlatform,
  sw_type: softwareType,
  is_usage_prohibited: usageProhibited,
  compliant_status: compliantStatus,
} as const satisfies Record<string, Legend>

/** Display text of a code; undocumented numbers are shown as they are. */
export const codedIn = (field: keyof typeof legendOfField, value: number): Coded =>
  coded(field, legendOfField[field], value)

/** Texts for message keys of real servers; unknown keys are shown as they are. */
export const textOfKey: Readonly<Record<string, string>> = {
  'dc.db.agent.install.success': 'The agent was installed',
  'dc.db.agent.install.yet_to_install': 'The agent is yet to be installed',
  'dc.db.agent.install.in_progress': 'The agent is being installed',
  'dc.db.agent.install.access_denied': 'The account may not install software on this computer',
  'dc.db.agent.install.host_unreachable': 'The computer did not respond',
  'dc.db.agent.install.no_disk_space': 'There is not enough space on the disk of this computer',
  'dc.db.agent.uninstall.in_progress': 'The agent is being removed',
  'dc.db.agent.uninstall.success': 'The agent was removed',
  'dc.db.agent.uninstall.failed': 'The agent could not be removed',
  'dc.inv.scan.not_done': 'This computer was never scanned',
  'dc.inv.scan.in_progress': 'The scan is running',
  'dc.inv.scan.success': 'The last scan succeeded',
  'dc.inv.scan.unreachable': 'The computer did not respond to the scan',
  'dc.inv.scan.wmi_failed': 'The computer did not report its hardware',
  'dc.common.status.managed': 'Managed',
  'dc.common.status.not_managed': 'Not managed',
  'dc.common.NOT_KNOWN': 'Unknown',
}

export const computerActions = ['install', 'uninstall', 'scan'] as const
export type ComputerAction = (typeof computerActions)[number]

/** Installation statuses in which an action is possible. */
const allowedIn: Record<ComputerAction, readonly InstallationStatus[]> = {
  install: [21, 22, 23, 24, 29],
  uninstall: [22, 24, 29],
  scan: [22],
}

export const computerCan = (action: ComputerAction, computer: { installation_status?: number }) =>
  allowedIn[action].some((status) => status === computer.installation_status)

/** Why an action would be rejected or have no effect; undefined if the server should decide. */
export function obstacleTo(
  action: ComputerAction,
  { installation_status: status }: { installation_status?: number },
): string | undefined {
  if (status === undefined) return undefined
  if (action === 'install' && status === 22) return 'The agent is already installed.'
  if (action === 'install' && status === 24) return 'The agent is being removed. Install it again after removal.'
  // For an undefined status, the server decides.
  const isKnown = codedIn('installation_status', status).code === undefined
  if (!isKnown || computerCan(action, { installation_status: status })) return undefined
  if (status === 21) return 'No agent installed yet.'
  if (status === 23) return 'The agent was uninstalled.'
  return action === 'scan' && status === 29
    ? 'The agent failed to install or uninstall.'
    : 'No installed agent to run this action.'
}

/**
 * Enumerated values of the device record (mobile-device-management, States). Other numbers have no documented meaning.
 */

export const managedStatus = {
  0: 'Enrollment failed',
  1: 'Yet to enroll',
  2: 'Enrolled',
  3: 'Waiting for approval',
  4: 'Unmanaged',
  5: 'Waiting for user assignment',
} as const
export type ManagedStatus = keyof typeof managedStatus

/** The only enumeration that defines −1. */
export const commandStatus = {
  [-1]: 'Not applicable',
  0: 'Failed',
  1: 'Initiated',
  2: 'Success',
  3: 'In progress',
} as const

/** `status_code` of a scan is a separate enumeration: 4 is in progress, 3 has no meaning. */
export const scanStatus = { 0: 'Failed', 1: 'Initiated', 2: 'Success', 4: 'In progress' } as const

/**
 * `status_code` of a command by its `command_status`. The reference states no other numbers for the field, and real
 * servers use them for every command, with the description telling details.
 */
export const statusCode = { [-1]: 0, 0: 0, 1: 1, 2: 2, 3: 4 } as const satisfies Record<
  keyof typeof commandStatus,
  keyof typeof scanStatus
>

const agentType = { 1: 'PLATFORM_A_PROFILE', 2: 'PLATFORM_B_CORE_AGENT', 3: 'SAFE_AGENT' } as const
export const appType = { 1: 'Store app', 2: 'Enterprise app' } as const
const applicableFor = { 1: 'Corporate device', 2: 'Personal device' } as const
const cellularTechnology = { 1: 'None', 2: 'GSM', 3: 'CDMA' } as const

/** Legend of each coded field. */
export const legendOfField: Record<string, Record<number, string>> = {
  managed_status: managedStatus,
  command_status: commandStatus,
  status_code: scanStatus,
  agent_type: agentType,
  app_type: appType,
  applicable_for: applicableFor,
  cellular_technology: cellularTechnology,
}

/** `profile_status_id`. */
export const profileStatus = { 1: 'Yet to deploy', 110: 'Published' } as const
/** `platform_type` of profiles and apps. */
export const platformNumbers = { 1: 'Platform A', 2: 'Platform B', 3: 'Platform C' } as const

import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aTime, type Fields, recordOf } from '#contract/field.ts'
import { page } from '#contract/page.ts'
import { deviceGroups } from './device-fields.ts'
import { summaryFields } from './device-summary-fields.ts'
import { deviceId, paging } from './device-list.ts'
import { configurationProfileFields } from './payload-fields.ts'
import { inventory } from './area-scopes.ts'
import { securityJob } from './jobs/security-job.ts'

const { security, privacy, certificates, restrictions, location, commands, agent } = deviceGroups

/** A part of the device record as a separate resource. */
const part = <const Name extends string, const P extends string, const F extends Fields>(
  name: Name,
  path: P,
  summary: string,
  fields: F,
) =>
  ({
    id: `mdm.${name}`,
    source: 'mobile-device-management, Resources; path: as on real servers',
    summary,
    method: 'GET',
    path: `/api/v1/devices/{device_id}/${path}`,
    encoding: 'query',
    input: z.object(deviceId),
    output: recordOf(fields),
    permission: 'MDM_Read',
    ...inventory('READ'),
    reads: ['mdm.device'],
    assumes: [
      `The path is devices/{device_id}/${path}; the answer has the fields that the record has under these names`,
    ],
  }) as const

/** A list of the device record, paginated. */
const partList = <const Name extends string, const P extends string, const F extends Fields>(
  name: Name,
  path: P,
  { list, summary, of }: { list: string; summary: string; of: F },
) =>
  ({
    ...part(name, path, summary, of),
    input: z.object({ ...deviceId, ...paging }),
    output: page(list, recordOf(of)),
    assumes: [`The path is devices/{device_id}/${path}; the list is called ${list} and has what the record has`],
  }) as const

export const getDeviceSummary = endpoint(
  part('getDeviceSummary', 'summary', 'Counts of profiles, apps, documents and groups of a device', summaryFields),
)
export const getDeviceCertificates = endpoint(
  part('getDeviceCertificates', 'certificates', 'Certificates on a device', {
    managedcertificates: certificates.managedcertificates,
    unmanagedcertificates: certificates.unmanagedcertificates,
  }),
)

const restrictionsPart = part('getDeviceRestrictions', 'restrictions', 'Restriction settings of a device', restrictions)
export const getDeviceRestrictions = endpoint({
  ...restrictionsPart,
  input: z.object({
    ...deviceId,
    searchfield: z.optional(z.string().check(z.maxLength(100))),
    searchkey: z.optional(z.string().check(z.maxLength(100))),
  }),
  assumes: [
    ...restrictionsPart.assumes,
    'searchfield is the name of one setting; searchkey is part of setting names; not case-sensitive',
  ],
})
const securityWithoutSecret = Object.fromEntries(
  Object.entries(security).filter(([name]) => name !== 'firmware_password'),
) as Omit<typeof security, 'firmware_password'>
export const getDeviceSecurity = endpoint({
  ...part('getDeviceSecurity', 'security', 'Passcode, encryption and integrity of a device', securityWithoutSecret),
  job: securityJob,
})
export const getDeviceFilevault = endpoint(
  part('getDeviceFilevault', 'filevault', 'Disk encryption (FileVault) status of a laptop', {
    vendor_vault: security.vendor_vault,
  }),
)
export const getDeviceFirmware = endpoint(
  part('getDeviceFirmware', 'firmware', 'Firmware settings of a laptop, without the password', {
    firmware_mode: security.firmware_mode,
    is_firmware_password_exists: security.is_firmware_password_exists,
    is_firmware_change_pending: security.is_firmware_change_pending,
    is_roms_allowed: security.is_roms_allowed,
  }),
)
export const revealFirmwarePassword = endpoint({
  ...part('revealFirmwarePassword', 'firmware/password', 'Reveal the firmware password of a laptop', {
    firmware_password: security.firmware_password,
  }),
  permission: 'MDM_Admin',
  secret: true,
  reason: true,
  assumes: ['The path is devices/{device_id}/firmware/password; COM0008 if none is set'],
})
export const getDevicePollTime = endpoint(
  part('getDevicePollTime', 'polltime', 'Last and next contact of a device', {
    last_contact_time: agent.last_contact_time,
    next_poll_time: aTime(),
  }),
)
export const getDevicePrivacy = endpoint(part('getDevicePrivacy', 'privacy', 'Privacy settings of a device', privacy))

export const listDeviceConfigurationProfiles = endpoint(
  partList('listDeviceConfigurationProfiles', 'configurationprofiles', {
    list: 'configuration_profiles',
    summary: 'Configuration profiles on a device, with their payloads',
    of: configurationProfileFields,
  }),
)
export const listDeviceLocations = endpoint(
  partList('listDeviceLocations', 'locations', {
    list: 'locations',
    summary: 'Location history of a device, newest first',
    of: location.locations.of,
  }),
)
export const listDeviceActions = endpoint(
  partList('listDeviceActions', 'actions', {
    list: 'actions',
    summary: 'Available actions of a device, with reasons if unavailable',
    of: commands.actions.of,
  }),
)

export const devicePartRows = {
  getDeviceSummary,
  getDeviceCertificates,
  getDeviceRestrictions,
  getDeviceSecurity,
  getDeviceFilevault,
  getDeviceFirmware,
  revealFirmwarePassword,
  getDevicePollTime,
  getDevicePrivacy,
  listDeviceConfigurationProfiles,
  listDeviceLocations,
  listDeviceActions,
}

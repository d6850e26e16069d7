import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aText, aTime, anInteger, recordOf, type RecordOf } from '#contract/field.ts'
import { page } from '#contract/page.ts'
import { commaList, flagText, integer } from '#contract/wire.ts'
import { deviceSummaryFields } from './device-summary-fields.ts'

/** Fields of a list row: the summary of the reference, and fields that the list displays, sorts or filters by. */
export const deviceListFields = {
  ...deviceSummaryFields,
  managed_status: anInteger(),
  last_contact_time: aTime(),
  asset_tag: aText(),
  office: aText(),
  wifi_ip: aText(),
  wifi_mac: aText(),
}
export type DeviceSummary = RecordOf<typeof deviceListFields>
/** Sortable columns; `-` before the name means descending. */
export const deviceSorts = [
  'device_name',
  'serial_number',
  'platform_type',
  'os_version',
  'model',
  'user_name',
  'managed_status',
  'owned_by',
  'office',
  'asset_tag',
  'last_contact_time',
] as const
export type DeviceSort = (typeof deviceSorts)[number]
export const deviceOrder = z.enum(deviceSorts.flatMap((name) => [name, `-${name}` as const]))

/** Page limits. Our choice; COM0003 beyond them. */
export const pageLimit = { default: 50, max: 200 }
export const maxOffset = 10_000_000

/** First request of the device list, whose response may be prefetched by the page (`first-calls.ts`). */
export const firstDevices = { limit: pageLimit.default, offset: 0, exclude_removed: true, sort: 'device_name' } as const
/**
 * Probe for supported parameters: a server that returns several devices ignores `limit`; one whose total includes
 * removed devices ignores `exclude_removed`.
 */
export const oneDevice = { limit: 1 } as const

export const paging = {
  limit: z.optional(z.pipe(integer, z.int().check(z.minimum(1), z.maximum(pageLimit.max)))),
  offset: z.optional(z.pipe(integer, z.int().check(z.minimum(0), z.maximum(maxOffset)))),
  'skip-token': z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
}

export const deviceId = { device_id: z.string().check(z.minLength(1), z.maxLength(200)) }

export const listDevices = endpoint({
  id: 'mdm.listDevices',
  source: 'mobile-device-management, Endpoints: list devices',
  summary: 'Devices, paged',
  method: 'GET',
  path: '/api/v1/devices',
  encoding: 'query',
  input: z.object({
    ...paging,
    'delta-token': z.optional(z.string().check(z.minLength(1))),
    search: z.optional(z.string().check(z.maxLength(200))),
    platform: z.optional(z.string().check(z.maxLength(50))),
    owned_by: z.optional(z.string().check(z.maxLength(50))),
    serial_number: z.optional(z.string().check(z.maxLength(200))),
    imei: z.optional(z.string().check(z.maxLength(50))),
    email: z.optional(z.string().check(z.maxLength(320))),
    managed_status: z.optional(commaList(z.string().check(z.regex(/^-?\d+$/)))),
    exclude_removed: z.optional(flagText),
    include_all: z.optional(flagText),
    summary: z.optional(flagText),
    group_id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    device_type: z.optional(z.string().check(z.maxLength(50))),
    sort: z.optional(deviceOrder),
  }),
  output: page('devices', recordOf(deviceListFields)),
  permission: 'MDM_Read',
  scopes: ['MDMInventory.READ'],
  reads: ['mdm.device'],
  assumes: [
    `limit is ${pageLimit.default} by default and ${pageLimit.max} at most; offset counts from 0`,
    'search finds text anywhere in name, serial number, UDID, IMEI, user, email, model, asset tag, office, IP or MAC address',
    'platform, owned_by, serial_number, imei and email match the whole value; exclude_removed is true or false',
    'sort and managed_status are extensions: sort is a column, prefixed with - for descending; managed_status is a comma-joined list',
    'owned_by 1 is corporate and 2 is personal in the embedded service',
    'group_id lists the members of a group; empty if the group does not exist',
    'device_type is the whole model_type, such as Tablet; not case-sensitive',
    'include_all=false omits devices that are not enrolled; summary=false omits the counts',
    'delta lists contain devices whose own data, groups, apps or profiles changed',
  ],
})

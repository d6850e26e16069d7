/** Devices of a list or group, read by the console, so that a page need not load the list page by page. */
import * as z from 'zod/mini'
import { endpoint, type Input } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import { type DeviceSummary, listDevices } from '#contract/mdm/device-list.ts'
import { own } from '#contract/session.ts'
import { record } from '#contract/wire.ts'
import { plan, query } from './selection-plans.ts'

export type DeviceFilter = Input<typeof listDevices>

const row = record({}) as z.ZodMiniType as z.ZodMiniType<DeviceSummary, JsonObject>

/** More devices are found by a query, which is evaluated where they are used. */
export const maxSelected = 20_000

/** Fields that determine whether commands can be sent, and those that name a device. */
export const queriedFacts: readonly string[] = [
  'user_name',
  'serial_number',
  'managed_status',
  'platform_type',
  'model_type',
  'owned_by',
  'is_supervised',
  'is_lost_mode_enabled',
  'os_version',
]

export const selectDevices = endpoint({
  ...own,
  id: 'console.selectDevices',
  summary: 'All devices of a group, list or query',
  path: '/api/console.selectDevices',
  input: z.object({
    /** Members of this group; otherwise the devices that match the filter. */
    group_id: z.optional(z.string()),
    filter: z.optional(listDevices.input),
    /** Devices of this query, from the index, with the fields of `queriedFacts`. */
    query: z.optional(query),
  }),
  output: z.object({ devices: z.array(row) }),
  permission: 'MDM_Read',
})

export const checkSecurity = endpoint({
  ...plan,
  id: 'console.checkSecurity',
  summary: 'Check the security of devices, as a job',
  path: '/api/console.checkSecurity',
  target: ['filter'],
  input: z.object({
    filter: listDevices.input,
    /** Whether the job starts when it is complete; otherwise it is left planned, for a schedule. */
    starts: z.boolean(),
  }),
  permission: 'MDM_Read',
})

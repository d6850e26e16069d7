/** The index of the fleet: what servers said of every device, kept so that any question is answered at once. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { longestQuery } from '#contract/fleet/condition.ts'
import { own } from '#contract/session.ts'
import { scalar } from '#contract/wire.ts'

const query = z.string().check(z.trim(), z.maxLength(longestQuery))
const field = z.string().check(z.regex(/^[a-z]\w{0,99}$/))

/** A page of what a query finds. */
export const asked = {
  /** A line of the query language. */
  query,
  /** A field, `-` before it for descending. */
  sort: z.optional(z.string().check(z.regex(/^-?[a-z]\w{0,99}$/))),
  /** Fields whose values are wanted, beside id and name. */
  columns: z.optional(z.array(field).check(z.maxLength(40))),
  offset: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
}
export const askedValues = {
  query,
  field,
  /** Only values that contain this. */
  search: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
}

/** How far the index is, and how old what it knows is. */
export const fleetState = z.object({
  /**
   * `no-credential`: the console has nothing that opens the server for itself. `reading`: the first walk is not done,
   * so that devices may be absent. `failing`: the server could not be asked the last time.
   */
  state: z.enum(['no-credential', 'reading', 'ready', 'failing']),
  /** Things in the index that the server still lists. */
  devices: z.int(),
  /** Of these, whose whole record has been read. */
  detailed: z.int(),
  /** Those whose record the server refused whenever it was asked for. Absent: none. */
  refused: z.optional(z.int()),
  /** Those that are known to have changed, and whose record has not been read again yet. Absent: none. */
  changed: z.optional(z.int()),
  /** Those whose record was last read more than an hour ago. */
  old: z.int(),
  /**
   * Those that were read before the console identified devices: what people keep of them is not found by queries yet.
   * Absent: none.
   */
  unidentified: z.optional(z.int()),
  /** When the server last told what changed; epoch milliseconds. */
  asOf: z.optional(z.int()),
  /** Why it could not be asked. */
  problem: z.optional(z.string()),
})
export type FleetState = z.output<typeof fleetState>

export const countedValues = {
  /** The most frequent first. */
  values: z.array(z.object({ value: scalar, count: z.int() })),
  /** Those of the query whose server did not say it. */
  missing: z.int(),
  total: z.int(),
  state: fleetState,
}

const withoutRemoved = 'Removed devices are excluded unless the query uses is_removed'

export const mayAskFleet = { ...own, permission: 'MDM_Read', reads: ['mdm.device'] } as const

export const indexedRow = z.object({
  device_id: z.string(),
  device_name: z.string(),
  values: z.record(z.string(), scalar),
})

export const getFleetState = endpoint({
  ...mayAskFleet,
  id: 'console.getFleetState',
  summary: 'State of the device index',
  path: '/api/console.getFleetState',
  input: z.object({}),
  output: fleetState,
})

export const queryDevices = endpoint({
  ...mayAskFleet,
  id: 'console.queryDevices',
  summary: 'Devices by conditions on any field, from the index',
  path: '/api/console.queryDevices',
  input: z.object(asked),
  output: z.object({
    rows: z.array(indexedRow),
    total: z.int(),
    state: fleetState,
  }),
  assumes: [withoutRemoved],
})

export const countDeviceValues = endpoint({
  ...mayAskFleet,
  id: 'console.countDeviceValues',
  summary: 'The values of a field among the devices of a query, with their counts',
  path: '/api/console.countDeviceValues',
  input: z.object(askedValues),
  output: z.object(countedValues),
  assumes: [`${withoutRemoved}, or they are counted by it`],
})

const change = z.object({
  id: z.int(),
  /** When the record was read that had it; epoch milliseconds. */
  at: z.int(),
  /** A field of the catalog, or a list such as `app`. */
  field: z.string(),
  /** Yes or no of a flag, a time as ISO 8601; absent: the server did not say it. */
  before: z.optional(z.string()),
  after: z.optional(z.string()),
})

/** Changes before one of them. */
export const askedChanges = {
  /** Only what is older than this one. */
  before: z.optional(z.int()),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
}
export const listedChanges = z.object({ changes: z.array(change), state: fleetState })

export const listDeviceChanges = endpoint({
  ...mayAskFleet,
  id: 'console.listDeviceChanges',
  summary: 'Changes in the record of a device, newest first',
  path: '/api/console.listDeviceChanges',
  input: z.object({ device_id: z.string().check(z.minLength(1), z.maxLength(200)), ...askedChanges }),
  output: listedChanges,
})

export const fleet = { getFleetState, listDeviceChanges, queryDevices, countDeviceValues }

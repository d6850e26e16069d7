/** The device index: a copy of the servers' data about every device, for fast queries. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { longestQuery } from '#contract/fleet/condition.ts'
import { own } from '#contract/session.ts'
import { scalar } from '#contract/wire.ts'

const query = z.string().check(z.trim(), z.maxLength(longestQuery))
const field = z.string().check(z.regex(/^[a-z]\w{0,99}$/))

/** Rows of a page. Each page takes a pass over the index, so whole results are read in large ones. */
export const maxQueried = 1000
/** Input of a query with paging. */
export const asked = {
  /** Query text. */
  query,
  /** Field, preceded by `-` for descending. */
  sort: z.optional(z.string().check(z.regex(/^-?[a-z]\w{0,99}$/))),
  /** Fields to return beside ID and name. */
  columns: z.optional(z.array(field).check(z.maxLength(40))),
  offset: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(maxQueried))),
}
/** Input of a query of which all results are read, in parts. */
export const queriedParts = {
  query,
  columns: asked.columns,
  /** `next` of the part before. */
  after: z.optional(z.int().check(z.minimum(0))),
}
export const queriedValues = {
  query,
  field,
  /** Only values that contain this text. */
  search: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
}

/** Certain things, by their ids. */
const id = z.string().check(z.minLength(1), z.maxLength(200))
export const maxThings = 200
export const queriedThings = {
  ids: z.array(id).check(z.maxLength(maxThings)),
  columns: z.array(field).check(z.minLength(1), z.maxLength(40)),
}
/** Input of a look-up by text. */
export const lookupInput = {
  text: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
}
/** Field or list in which the text was found, with its label and value. */
export const foundBy = z.object({ field: z.string(), label: z.string(), value: z.string() })
/** Values shared by several rows, for use in a query. */
export const foundEntries = z.array(
  z.object({
    /** A list or field of the catalog, such as `app` or `os_name`. */
    list: z.string(),
    /** Label of a field. */
    label: z.optional(z.string()),
    /** The most frequent value. */
    name: z.string(),
    /** Value to use in the query: by `:` if there are several values, or else by `=`. */
    value: z.string(),
    /** Number of different values of a field, if several. */
    values: z.optional(z.int()),
    devices: z.int(),
  }),
)

/** In any order; those that the index does not have are absent. */
export const valuesOfThings = z.array(
  z.object({
    id: z.string(),
    /** Whether its whole record has been read: until then, the index knows what the list says. */
    isRead: z.boolean(),
    values: z.record(z.string(), scalar),
  }),
)

/** Progress and age of the index. */
export const fleetState = z.object({
  /**
   * `no-credential`: the console has no credential of its own for the server. `reading`: the first pass is not
   * complete, so devices may be missing. `failing`: the latest request to the server failed.
   */
  state: z.enum(['no-credential', 'reading', 'ready', 'failing']),
  /** Indexed devices that the server still lists. */
  devices: z.int(),
  /** Devices whose complete record has been read. */
  detailed: z.int(),
  /** Devices whose record the server always rejected; absent if none. */
  refused: z.optional(z.int()),
  /** Devices known to have changed whose record has not been read again yet; absent if none. */
  changed: z.optional(z.int()),
  /** Devices whose record was last read more than an hour ago. */
  old: z.int(),
  /**
   * Devices read before annotations were linked by identifiers, so that queries do not find their annotations yet;
   * absent if none.
   */
  unidentified: z.optional(z.int()),
  /** Time of the server's last change report, epoch milliseconds. */
  asOf: z.optional(z.int()),
  /** Why the request failed. */
  problem: z.optional(z.string()),
  /** Present if the server does not offer full records: only fields of its list are indexed. */
  withoutRecords: z.optional(z.literal(true)),
})
export type FleetState = z.output<typeof fleetState>

export const countedValues = {
  /** Most frequent first. */
  values: z.array(z.object({ value: scalar, count: z.int() })),
  /** Devices of the query that do not report the field. */
  missing: z.int(),
  total: z.int(),
  state: fleetState,
}

const withoutRemoved = 'Removed devices are excluded unless the query uses is_removed'

export const mayQueryFleet = { ...own, permission: 'MDM_Read', reads: ['mdm.device'] } as const

export const indexedRow = z.object({
  device_id: z.string(),
  device_name: z.string(),
  values: z.record(z.string(), scalar),
})

export const getFleetState = endpoint({
  ...mayQueryFleet,
  id: 'console.getFleetState',
  summary: 'State of the device index',
  path: '/api/console.getFleetState',
  input: z.object({}),
  output: fleetState,
})

export const queryDevices = endpoint({
  ...mayQueryFleet,
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

/** Takes one pass over the index for all parts; pages take a pass each. */
export const readQueriedDevices = endpoint({
  ...mayQueryFleet,
  id: 'console.readQueriedDevices',
  summary: 'All devices of a query, in parts of up to 1,000 in the order of the index',
  path: '/api/console.readQueriedDevices',
  input: z.object(queriedParts),
  output: z.object({ rows: z.array(indexedRow), next: z.optional(z.int()), state: fleetState }),
  assumes: [withoutRemoved],
})

export const countDeviceValues = endpoint({
  ...mayQueryFleet,
  id: 'console.countDeviceValues',
  summary: 'The values of a field among the devices of a query, with their counts',
  path: '/api/console.countDeviceValues',
  input: z.object(queriedValues),
  output: z.object(countedValues),
  assumes: [`${withoutRemoved}, or they are counted by it`],
})

export const readDeviceValues = endpoint({
  ...mayQueryFleet,
  id: 'console.readDeviceValues',
  summary: 'Fields of certain devices, from the index',
  path: '/api/console.readDeviceValues',
  input: z.object(queriedThings),
  output: z.object({ rows: valuesOfThings, state: fleetState }),
})

const change = z.object({
  id: z.int(),
  /** Time when the record with this change was read, epoch milliseconds. */
  at: z.int(),
  /** A field of the catalog, or a list such as `app`. */
  field: z.string(),
  /** Flags as yes or no, times in ISO 8601; absent if not reported. */
  before: z.optional(z.string()),
  after: z.optional(z.string()),
})

/** Changes older than a given one. */
export const queriedChanges = {
  /** Only changes before this ID. */
  before: z.optional(z.int()),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
}
export const listedChanges = z.object({ changes: z.array(change), state: fleetState })

export const listDeviceChanges = endpoint({
  ...mayQueryFleet,
  id: 'console.listDeviceChanges',
  summary: 'Changes in the record of a device, newest first',
  path: '/api/console.listDeviceChanges',
  input: z.object({ device_id: id, ...queriedChanges }),
  output: listedChanges,
})

export const fleet = {
  getFleetState,
  listDeviceChanges,
  queryDevices,
  readQueriedDevices,
  countDeviceValues,
  readDeviceValues,
}

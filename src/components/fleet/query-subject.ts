import { createContext, useContext } from 'react'
import { countComputerValues, getComputerIndex, queryComputers } from '#contract/fleet/computer-endpoints.ts'
import { countDeviceValues, getFleetState, queryDevices } from '#contract/fleet/fleet-endpoints.ts'
import type { Scalar } from '#contract/wire.ts'
import { paths } from '#paths.ts'

/** A thing that a query found: a device, or a computer. */
export type QueryRow = {
  device_id?: string
  device_name?: string
  resource_id?: string
  resource_name?: string
  values: Record<string, Scalar>
}

/** What is queried, and how it is asked for: the parts of the page are the same for all. */
export type QuerySubject = {
  one: string
  many: string
  path: string
  index: typeof getFleetState
  page: typeof queryDevices
  values: typeof countDeviceValues
  /** The field that rows are called by, and the heading of its column. */
  name: { field: string; label: string; of: (row: QueryRow) => string }
  /** Columns that are shown until others are chosen. */
  columns: readonly string[]
  example: string
  /** What stands in the whole record alone. */
  detail: string
  /** What those have not that a server refuses to say more of. */
  record: string
}

const devices: QuerySubject = {
  one: 'device',
  many: 'devices',
  path: paths.deviceQuery,
  index: getFleetState,
  page: queryDevices,
  values: countDeviceValues,
  name: {
    field: 'device_name',
    label: 'Device',
    of: ({ device_name, device_id }) => device_name || (device_id ?? ''),
  },
  columns: ['user_name', 'platform_type', 'os_version', 'last_contact_time', 'managed_status'],
  example: 'os<15 office:Lisboa lastseen>30d -encrypted',
  detail: 'encryption, apps or restrictions',
  record: 'a full record',
}

export const computers: QuerySubject = {
  one: 'computer',
  many: 'computers',
  path: paths.desktopQuery,
  // They differ in the names of the rows alone, which `QueryRow` has both.
  index: getComputerIndex as unknown as typeof getFleetState,
  page: queryComputers as unknown as typeof queryDevices,
  values: countComputerValues as unknown as typeof countDeviceValues,
  name: {
    field: 'resource_name',
    label: 'Computer',
    of: ({ resource_name, resource_id }) => resource_name || (resource_id ?? ''),
  },
  columns: [
    'agent_logged_on_users',
    'branch_office_name',
    'os_name',
    'disk_free',
    'installation_status',
    'agent_last_contact_time',
  ],
  example: 'disk<10% office:Lisboa lastseen>30d app:"Acme VPN"<5',
  detail: 'storage, memory or software',
  record: 'inventory details',
}

/** What the parts of a page ask about. */
export const Queried = createContext<QuerySubject>(devices)
export const useQueried = (): QuerySubject => useContext(Queried)

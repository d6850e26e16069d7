import { createContext, useContext } from 'react'
import { countComputerValues, getComputerIndex, queryComputers } from '#contract/fleet/computer-endpoints.ts'
import { countDeviceValues, getFleetState, queryDevices } from '#contract/fleet/fleet-endpoints.ts'
import type { Scalar } from '#contract/wire.ts'
import { textOf } from '#contract/words/value-text.ts'
import { paths } from '#paths.ts'

/** A row of the results: a device or a computer. */
export type QueryRow = {
  device_id?: string
  device_name?: string
  resource_id?: string
  resource_name?: string
  values: Record<string, Scalar>
}

/** What is queried, and its endpoints. The components of the query page are the same for devices and computers. */
export type QuerySubject = {
  one: string
  many: string
  path: string
  index: typeof getFleetState
  page: typeof queryDevices
  values: typeof countDeviceValues
  /** Field and column that name a row. */
  name: { field: string; label: string; of: (row: QueryRow) => string }
  /** Default columns. */
  columns: readonly string[]
  example: string
  /** Example fields that only full records have. */
  detail: string
  /** The data that is missing if the server rejects reading the full record. */
  record: string
}

export const devices: QuerySubject = {
  one: 'device',
  many: 'devices',
  path: paths.deviceQuery,
  index: getFleetState,
  page: queryDevices,
  values: countDeviceValues,
  name: {
    field: 'device_name',
    label: 'Device',
    of: ({ device_name, device_id, values }) =>
      device_name?.trim() || textOf(values.serial_number) || (device_id ?? ''),
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
  // The types differ only in the name fields of rows, and `QueryRow` has both.
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

/** The subject of the surrounding query page. */
export const Queried = createContext<QuerySubject>(devices)
export const useQueried = (): QuerySubject => useContext(Queried)

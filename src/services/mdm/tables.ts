import type { Generated } from 'kysely'
import type { DeviceSort } from '#contract/mdm/device-list.ts'
import type { CommandTables } from './commands/tables.ts'
import type { FileTables } from './files/tables.ts'
import type { ResourceTables } from './resources/tables.ts'

/** Column of a sort key. */
export type SortColumn = `by_${DeviceSort}`
export const sortColumn = (sort: DeviceSort): SortColumn => `by_${sort}`

/** Filter columns. */
export type FilterColumns = {
  platform: string
  device_type: string
  owned_by: string
  managed_status: number | null
  is_removed: number
}

export type DeviceTables = {
  /** Sort and filter columns, and the list row as JSON. */
  device: { pk: number; device_id: string; user_id: string | null; summary: string } & FilterColumns &
    Record<SortColumn, string>
  /** Normalized search text with filter columns; small, since it is read completely to count matches. */
  device_search: { pk: number; text: string } & FilterColumns
  /** The record as JSON, without data from other tables. */
  device_record: { pk: number; record: string }
  device_command: { pk: Generated<number>; device_pk: number; command: string }
  /** Number of the last change of a device, for delta lists. */
  device_change: { pk: number; changed: number }
  /** Number of changes per lane, and of those that may have affected totals (change-numbers.ts). */
  change_lane: { lane: number; number: number; counted: number }
  /** A single row: wanted and created devices. */
  fleet: { id: number; seed: string; wanted: number; made: number }
  api_key: {
    id: string
    hash: string
    name: string
    created_by: string
    created_at: number | null
    used_at: number | null
    expires_at: number
  }
  setting: { name: string; value: string }
} & FileTables &
  ResourceTables &
  CommandTables

import type { Generated } from 'kysely'
import type { DeviceSort } from '#contract/mdm/device-list.ts'
import type { CommandTables } from './commands/tables.ts'
import type { FileTables } from './files/tables.ts'
import type { ResourceTables } from './resources/tables.ts'

/** Where the sort key of a column lies. */
export type SortColumn = `by_${DeviceSort}`
export const sortColumn = (sort: DeviceSort): SortColumn => `by_${sort}`

/** What lists filter by. */
export type FilterColumns = {
  platform: string
  device_type: string
  owned_by: string
  managed_status: number | null
  is_removed: number
}

export type DeviceTables = {
  /** What lists sort and filter by, and the list row itself as JSON. */
  device: { pk: number; device_id: string; user_id: string | null; summary: string } & FilterColumns &
    Record<SortColumn, string>
  /** Folded text of all that search looks at, beside the filters: to count matches, this small table is read whole. */
  device_search: { pk: number; text: string } & FilterColumns
  /** The record as JSON of clean values, without what other tables hold. */
  device_record: { pk: number; record: string }
  device_command: { pk: Generated<number>; device_pk: number; command: string }
  /** Number of the last change of a device: delta lists ask for what came after one. */
  device_change: { pk: number; changed: number }
  /** How many changes each lane has numbered, and how many of them may have altered totals (change-numbers.ts). */
  change_lane: { lane: number; number: number; counted: number }
  /** One row: how many devices the seed wants, and how many it has made. */
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

import type { Generated } from 'kysely'
import type { ComputerSort } from '#contract/desktop/computer-fields.ts'
import type { MachineState } from '#services/demo/computers/machine.ts'

/** Where the sort key of a column lies. */
export type SortColumn = `by_${ComputerSort}`
export const sortColumn = (sort: ComputerSort): SortColumn => `by_${sort}`

/** Columns of few values are kept as their place in the catalog. */
type CodeColumn = 'os_platform' | 'domain' | 'office' | 'model' | 'os'

/** Columns whose text is kept, folded, to be searched. */
export const textColumns = [
  'resource_name',
  'fqdn_name',
  'ip_address',
  'mac_address',
  'agent_logged_on_users',
  'owner',
  'owner_email_id',
  'servicetag',
] as const
export type TextColumn = (typeof textColumns)[number]

export type InventoryTables = {
  /** What lists sort and filter by, and what happens. All else follows from the index, `pk` − 1. */
  desktop: { pk: number } & Record<CodeColumn, number> & MachineState & Record<SortColumn, string>
  desktop_text: { pk: number } & Record<TextColumn, string>
  /** What ends at a known time: one install or removal and one scan for a computer at most. */
  desktop_task: {
    pk: Generated<number>
    desktop_pk: number
    subject: 'agent' | 'scan'
    begun_at: number
    due_at: number
  }
  /** How many computers have each software, and how many copies were bought. */
  desktop_software: { software: number; installations: number; copies: number | null }
  /** How many warranties end when; -1: there is none. */
  desktop_warranty: { ends_at: number; computers: number }
  /** One row: how many computers the seed wants and has made, the number of the last change, and how far a scan of all is. */
  estate: { id: number; wanted: number; made: number; changed: number; seeded_at: number; scans_all_from: number }
}

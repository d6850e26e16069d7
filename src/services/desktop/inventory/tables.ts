import type { Generated } from 'kysely'
import type { ComputerSort } from '#contract/desktop/computer-fields.ts'
import type { MachineState } from '#services/demo/computers/machine.ts'

/** Column of a sort key. */
export type SortColumn = `by_${ComputerSort}`
export const sortColumn = (sort: ComputerSort): SortColumn => `by_${sort}`

/** Columns with few values are stored as catalog indexes. */
type CodeColumn = 'os_platform' | 'domain' | 'office' | 'model' | 'os'

/** Columns whose normalized text is stored for search. */
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
  /** Columns for sorting and filtering, and the state. Everything else follows from the index, `pk` − 1. */
  desktop: { pk: number } & Record<CodeColumn, number> & MachineState & Record<SortColumn, string>
  desktop_text: { pk: number } & Record<TextColumn, string>
  /** Scheduled completion of actions: at most one install or removal, and one scan per computer. */
  desktop_task: {
    pk: Generated<number>
    desktop_pk: number
    subject: 'agent' | 'scan'
    begun_at: number
    due_at: number
  }
  /** Installations and purchased copies by software. */
  desktop_software: { software: number; installations: number; copies: number | null }
  /** Number of warranties by expiry; -1 for none. */
  desktop_warranty: { ends_at: number; computers: number }
  /** A single row: wanted and created computers, number of the last change, and progress of a scan of all. */
  estate: { id: number; wanted: number; made: number; changed: number; seeded_at: number; scans_all_from: number }
}

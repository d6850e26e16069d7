import type { LocalTable } from './table-props.ts'
import type { VirtualRows } from './VirtualRows.tsx'

/** Components for tables with local rows and for virtualized tables. */
type Parts = { RowsHere: LocalTable; VirtualRows: typeof VirtualRows }

let loaded: Partial<Parts> = {}

/** Registers the loaded components, so that tables render them without suspending. */
export const keepLocalTable = (parts: Parts) => {
  loaded = parts
}
export const localTable = () => loaded

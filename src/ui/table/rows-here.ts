import type { LocalTable } from './table-props.ts'
import type { VirtualRows } from './VirtualRows.tsx'

/** What draws tables all of whose rows are here, and those of many rows. */
type Parts = { RowsHere: LocalTable; VirtualRows: typeof VirtualRows }

let loaded: Partial<Parts> = {}

/** It is loaded; from now on no table waits for it. */
export const keepLocalTable = (parts: Parts) => {
  loaded = parts
}
export const localTable = () => loaded

import type { LocalTable } from './table-props.ts'

let drawn: LocalTable | undefined

/** What draws tables all of whose rows are here is loaded; from now on no table waits for it. */
export const keepLocalTable = (table: LocalTable) => {
  drawn = table
}
export const localTable = () => drawn

import type { Column } from './column.ts'

/** Where the rows of a list come from: `asking` is what that is asked for apart from the page. */
export type Asking = { name: string; endpoint?: { id: string }; asking?: object }

/** What is done elsewhere for a table, once whoever does it is loaded: no first rows wait for it. */
type Further = {
  /** Says whether it has taken on an export that is too long for a page. */
  take: (csv: Asking | undefined, columns: readonly Pick<Column<never>, 'id'>[], total: number | undefined) => boolean
}
export const further: Partial<Further> = {}

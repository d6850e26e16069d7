import type { Column } from './column.ts'

/** Source of a list's rows: its endpoint, and the request without paging as `asking`. */
export type RowSource = { name: string; endpoint?: { id: string }; asking?: object }

/**
 * Extensions of tables that are set after the first page has loaded, so that the first rows need not wait for their
 * code.
 */
type Further = {
  /** Starts a server-side export if the list is too long to export in the browser; returns whether it did. */
  take: (
    csv: RowSource | undefined,
    columns: readonly Pick<Column<never>, 'id'>[],
    total: number | undefined,
  ) => boolean
}
export const further: Partial<Further> = {}

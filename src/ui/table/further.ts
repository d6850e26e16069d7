import type { Column } from './column.ts'
import type { CsvExport } from './selection/csv-export.ts'

/** Source of a list's rows: its endpoint, the request without paging as `asking`, and its pages. */
export type RowSource = Pick<CsvExport<unknown>, 'name' | 'endpoint' | 'asking' | 'limit' | 'pageOf'>

/**
 * Extensions of tables that are set after the first page has loaded, so that the first rows need not wait for their
 * code.
 */
type Further = {
  /**
   * Exports a list: on the server if it is too long to export in the browser. `isStale`: the total is that of an earlier
   * request.
   */
  take: (
    csv: RowSource | undefined,
    columns: readonly Pick<Column<never>, 'id'>[],
    total: number | undefined,
    isStale: boolean | undefined,
    exportHere: () => void,
  ) => void
}
export const further: Partial<Further> = {}

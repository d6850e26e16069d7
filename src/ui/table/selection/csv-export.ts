import { type Column, textOf } from '#ui/table/column.ts'
import type { PageOf } from '#ui/table/state/all-rows.ts'
import { saveFile } from '#ui/values/save-file.ts'

export type CsvExport<T> = {
  /** Prefix of the file name: "devices" becomes devices-2026-11-21.csv. */
  name: string
  /** Converts rows of cells to the content of the file. */
  write: (rows: readonly (readonly (string | number | undefined)[])[]) => string
  /** Loads a page with the filters and the sort order shown, if the server pages. */
  pageOf?: PageOf<T>
  /** Maximum page size of the server. */
  limit?: number
  /** The endpoint of the rows, and the request without paging as `asking`. */
  endpoint?: { id: string }
  asking?: object
}

/** Header and cells of the columns shown, in their order. Columns whose cells are not text are omitted. */
function cellsOf<T>(columns: readonly Column<T>[], rows: readonly T[]) {
  const withText = columns.filter(
    (column) => column.value !== undefined || rows.every((row) => textOf(column, row) !== undefined),
  )
  return [withText.map(({ header }) => header), ...rows.map((row) => withText.map((column) => textOf(column, row)))]
}

export function saveCsv<T>({ name, write }: CsvExport<T>, columns: readonly Column<T>[], rows: readonly T[]) {
  saveFile(`${name}-${today()}.csv`, write(cellsOf(columns, rows)), 'text/csv;charset=utf-8')
}

/** Today's date in the local time zone, as 2026-11-21. */
function today() {
  const now = new Date(Date.now())
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

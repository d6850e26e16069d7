import { type Column, textOf } from '#ui/table/column.ts'
import type { PageOf } from '#ui/table/state/all-rows.ts'
import { saveFile } from '#ui/values/save-file.ts'

export type CsvExport<T> = {
  /** Of the file: "devices" becomes devices-2026-11-21.csv. */
  name: string
  /** How a file of cells is written. */
  write: (rows: readonly (readonly (string | number | undefined)[])[]) => string
  /** Where a server pages: any page of what is shown, with the same filters and order. */
  pageOf?: PageOf<T>
  /** The most rows that the server has in a page. */
  limit?: number
  /** Where its rows come from, and what that is asked for apart from the page. */
  endpoint?: { id: string }
  asking?: object
}

/** Exactly what is shown: these columns, in this order. A column that says nothing in words is no column of a file. */
function cellsOf<T>(columns: readonly Column<T>[], rows: readonly T[]) {
  const withText = columns.filter(
    (column) => column.value !== undefined || rows.every((row) => textOf(column, row) !== undefined),
  )
  return [withText.map(({ header }) => header), ...rows.map((row) => withText.map((column) => textOf(column, row)))]
}

export function saveCsv<T>({ name, write }: CsvExport<T>, columns: readonly Column<T>[], rows: readonly T[]) {
  saveFile(`${name}-${today()}.csv`, write(cellsOf(columns, rows)), 'text/csv;charset=utf-8')
}

/** Today where the person is, as 2026-11-21. */
function today() {
  const now = new Date(Date.now())
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

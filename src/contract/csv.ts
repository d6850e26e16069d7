/** A file of rows for a spreadsheet: RFC 4180, and no cell that a spreadsheet would run as a formula. */
export type CsvCell = string | number | undefined

/** In front of the file: without it, Excel reads UTF-8 as the code page of the system. */
export const csvStart = '\uFEFF'

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`

export const csvText = (rows: Iterable<readonly CsvCell[]>): string => csvStart + Array.from(rows, csvLine).join('')

/** What starts a formula, the full-width forms included; behind an apostrophe it is a text (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

function written(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell ?? '') ? `'${cell}` : (cell ?? '')
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

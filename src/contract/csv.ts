/** CSV files (RFC 4180), protected against formula injection. */
export type CsvCell = string | number | undefined

/** Byte order mark: without it, Excel reads UTF-8 in the system's code page. */
export const csvStart = '\uFEFF'

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`

export const csvText = (rows: Iterable<readonly CsvCell[]>): string => csvStart + Array.from(rows, csvLine).join('')

/**
 * Characters that start a formula, including full-width forms. An apostrophe before them makes the cell text (OWASP,
 * CSV injection).
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** Text that no spreadsheet evaluates. */
export const withoutFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)

function written(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = withoutFormula(cell ?? '')
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

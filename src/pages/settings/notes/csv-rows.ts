export type CsvRow = { line: number; cells: string[] }

/**
 * Parses CSV (RFC 4180) with any separator and line ending. Empty rows are omitted. `unclosed` is the line of a quotation
 * mark without an end, which would swallow all rows after it.
 */
export function csvRows(file: string): { rows: CsvRow[]; unclosed?: number } {
  const text = file.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let row: string[] = []
  let [cell, isQuoted] = ['', false]
  let [line, rowLine, quoteLine] = [1, 1, 1]
  const endRow = () => {
    rows.push({ line: rowLine, cells: [...row, unescaped(cell)] })
    ;[row, cell, rowLine] = [[], '', line]
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')) line++
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') [cell, isQuoted, quoteLine] = ['', true, line]
    else if (sign === separator) {
      row.push(unescaped(cell))
      cell = ''
    } else if (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')) endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  const filled = rows.filter(({ cells }) => cells.some((value) => value.trim() !== ''))
  return isQuoted ? { rows: filled, unclosed: quoteLine } : { rows: filled }
}

/** Spreadsheets use semicolons in locales with a decimal comma. */
function separatorOf(text: string): string {
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  const count = (sign: string) => heading.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Removes the apostrophe that exports add to prevent formula evaluation. */
const unescaped = (cell: string) => cell.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '')

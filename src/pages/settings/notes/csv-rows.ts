/** Parses CSV (RFC 4180) with any separator and line ending. Empty rows are omitted. */
export function csvRows(file: string): string[][] {
  const text = file.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let [cell, isQuoted] = ['', false]
  const endRow = () => {
    rows.push([...row, unescaped(cell)])
    ;[row, cell] = [[], '']
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') [cell, isQuoted] = ['', true]
    else if (sign === separator) {
      row.push(unescaped(cell))
      cell = ''
    } else if (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')) endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows.filter((cells) => cells.some((value) => value.trim() !== ''))
}

/** Spreadsheets use semicolons in locales with a decimal comma. */
function separatorOf(text: string): string {
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  const count = (sign: string) => heading.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Removes the apostrophe that exports add to prevent formula evaluation. */
const unescaped = (cell: string) => cell.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '')

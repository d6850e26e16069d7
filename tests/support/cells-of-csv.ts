/** A reader of RFC 4180 of its own, so that a file is not tested with the rules that wrote it. */
export function cellsOfCsv(text: string): string[][] {
  const rows: string[][] = []
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false]
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (sign === '"') quoted = !quoted
    else if (!quoted && sign === ',') endCell()
    else if (!quoted && sign === '\r' && text[at + 1] === '\n') {
      endCell()
      rows.push(row)
      row = []
      at++
    } else cell += sign
  }
  if (quoted || cell !== '' || row.length > 0) throw new Error('The file ends in the middle of a line')
  return rows
}

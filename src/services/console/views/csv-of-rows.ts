import { setImmediate } from 'node:timers/promises'
import { type CsvCell, csvLine, csvStart } from '#contract/csv.ts'
import { isSecretInput } from '#contract/http/secret-inputs.ts'
import { mask } from '#contract/wire-form.ts'

/** Lines that are written without a pause for others. */
const concurrency = 1000

/**
 * A file of rows as the server has them: a column for each field, named by its path, those that a view shows first.
 * What a spreadsheet would run is a text, and what is a secret by its name is masked.
 */
export function csvOfRows(shown: readonly string[]) {
  const columns: string[] = []
  const places = new Map<string, number>()
  const lines: { cells: CsvCell[] }[] = []

  const add = (row: object) => {
    const fields = fieldsOf(row)
    const place = (name: string) => {
      const known = places.get(name)
      if (known !== undefined) return known
      places.set(name, columns.length)
      return columns.push(name) - 1
    }
    if (lines.length === 0) for (const name of shown) if (fields.has(name)) place(name)
    const cells: CsvCell[] = []
    for (const [name, value] of fields) cells[place(name)] = value
    lines.push({ cells })
  }
  /** A field that a later row has first is a column of all. */
  const bytes = async () => {
    const parts = [Buffer.from(csvStart + csvLine(columns))]
    for (let from = 0; from < lines.length; from += concurrency) {
      const part = lines.slice(from, from + concurrency)
      parts.push(Buffer.from(part.map(({ cells }) => csvLine(Array.from(columns, (_, at) => cells[at]))).join('')))
      await setImmediate()
    }
    return Buffer.concat(parts)
  }
  return { add, bytes }
}

/** `{ host: { ResourceName } }` → "host.ResourceName"; a list of single values is one cell. */
function fieldsOf(row: object): Map<string, CsvCell> {
  const fields = new Map<string, CsvCell>()
  const visit = (value: unknown, path: string, name: string) => {
    if (value === undefined || value === null) return
    if (isSecretInput(name) && typeof value !== 'object') fields.set(path, mask)
    else if (value instanceof Date) fields.set(path, value.toJSON() ?? '')
    else if (Array.isArray(value)) fields.set(path, value.map(textOf).join('; '))
    else if (typeof value === 'object')
      for (const [inner, one] of Object.entries(value)) visit(one, path === '' ? inner : `${path}.${inner}`, inner)
    else fields.set(path, typeof value === 'number' ? value : singleText(value))
  }
  visit(row, '', '')
  return fields
}

const textOf = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return singleText(value)
  return [...fieldsOf(value)].map(([name, cell]) => `${name}: ${cell}`).join(', ')
}

const singleText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : ''

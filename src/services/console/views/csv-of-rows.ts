import { setImmediate } from 'node:timers/promises'
import { maxFileBytes } from '#contract/console/jobs.ts'
import { type CsvCell, csvLine, csvStart } from '#contract/csv.ts'
import { isSecretInput } from '#contract/http/secret-inputs.ts'
import { Problem } from '#contract/problem.ts'
import { mask } from '#contract/wire-form.ts'

/** Lines written before yielding to the event loop. */
const concurrency = 1000

type Limits = {
  /** Headings of columns that differ from their names. Of the displayed ones, these are present in each file. */
  headings?: ReadonlyMap<string, string>
  maxBytes?: number
}

/**
 * CSV of rows as returned by the server: one column per field path, displayed ones first. Formulas are neutralized and
 * secrets masked. Only the lines are stored; `add` throws at the size limit.
 */
export function csvOfRows(shown: readonly string[], { headings = new Map(), maxBytes = maxFileBytes }: Limits = {}) {
  const columns: string[] = []
  const places = new Map<string, number>()
  /** `width`: number of columns at that time. */
  const lines: { text: string; width: number }[] = []
  /** Of the file: what is written, and the commas by which its lines will be widened (`bytes`). */
  let written = Buffer.byteLength(csvStart) + 1
  let widths = 0

  const headingOf = (name: string) => headings.get(name) ?? name
  const add = (row: object) => {
    const fields = fieldsOf(row)
    const place = (name: string) => {
      const known = places.get(name)
      if (known !== undefined) return known
      places.set(name, columns.length)
      written += Buffer.byteLength(csvLine([headingOf(name)])) - 1 // in the header, with its comma
      return columns.push(name) - 1
    }
    if (lines.length === 0) for (const name of shown) if (fields.has(name) || headings.has(name)) place(name)
    const cells: CsvCell[] = []
    for (const [name, value] of fields) cells[place(name)] = value
    const text = csvLine(Array.from(columns, (_, at) => cells[at]))
    const width = Math.max(columns.length, 1)
    lines.push({ text, width })
    written += Buffer.byteLength(text)
    widths += width
    if (written + lines.length * width - widths > maxBytes) throw tooLong(maxBytes)
  }
  /** Fields that first occur in later rows add columns to all rows. */
  const bytes = async () => {
    const parts = [Buffer.from(csvStart + csvLine(columns.map(headingOf)))]
    for (let from = 0; from < lines.length; from += concurrency) {
      const part = lines.slice(from, from + concurrency)
      parts.push(Buffer.from(part.map(({ text, width }) => widened(text, columns.length - width)).join('')))
      await setImmediate()
    }
    return Buffer.concat(parts)
  }
  return { add, bytes }
}

const lineEnd = /\r\n$/
const widened = (line: string, by: number) => (by <= 0 ? line : line.replace(lineEnd, `${','.repeat(by)}\r\n`))

const tooLong = (maxBytes: number) =>
  new Problem('ANSWER_TOO_LARGE', `The file is longer than ${maxBytes / 1024 ** 2} MiB`, { service: 'console' })

/** `{ host: { ResourceName } }` → "host.ResourceName"; a list of scalars is one cell. */
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

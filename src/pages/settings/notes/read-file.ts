import { fieldsOfKind } from '#components/annotations/annotation-query.ts'
import type { AnnotatedKind } from '#contract/console/annotations/annotated-things.ts'
import { namingColumns } from '#contract/console/annotations/naming-columns.ts'
import { type AnnotationField, maxImported } from '#contract/console/annotations/annotations.ts'
import { csvRows } from './csv-rows.ts'

type FileRow = { line: number; name: string; values: Record<string, string> }

const folded = (text: string) => text.trim().toLowerCase()
export const maxFileBytes = 5 * 1024 * 1024

/** Reads the heading: the column that identifies objects, and the field of each other column. */
export function readFile(text: string, kind: AnnotatedKind, fields: readonly AnnotationField[]) {
  const { rows: all, unclosed } = csvRows(text)
  if (unclosed !== undefined)
    return { problem: `The quotation mark in line ${unclosed} has no end. Close or double it.` }
  const [{ cells: heading } = { cells: [] }, ...rows] = all
  const named = namingColumns[kind].find((name) => heading.some((cell) => folded(cell) === folded(name)))
  if (named === undefined) return { problem: `The first line needs a column “${namingColumns[kind].join('” or “')}”.` }
  const at = heading.findIndex((cell) => folded(cell) === folded(named))
  const known = fieldsOfKind(kind, fields)
  const columns = heading.map((cell) => known.find(({ name }) => folded(name) === folded(cell)))
  if (!columns.some((field) => field !== undefined))
    return { problem: `No known columns. Expected: ${known.map(({ name }) => name).join(', ')}.` }
  if (rows.length > maxImported)
    return { problem: `The file has more than ${maxImported.toLocaleString('en')} rows. Split it.` }
  const used = [named, ...columns.flatMap((field) => (field ? [field.name] : []))]
  const twice = used.find((name) => heading.filter((cell) => folded(cell) === folded(name)).length > 1)
  if (twice !== undefined) return { problem: `The column “${twice}” occurs twice. Rename or remove one of them.` }
  return {
    column: named,
    rows: rows.map(({ line, cells }): FileRow => ({
      line,
      name: cells[at]?.trim() ?? '',
      values: Object.fromEntries(
        columns.flatMap((field, place) => (field && cells[place] ? [[field.id, cells[place]]] : [])),
      ),
    })),
    ignored: heading.filter((cell, place) => place !== at && cell !== '' && !columns[place]),
  }
}

import { call } from '#api/call.ts'
import { fieldsOfKind } from '#components/annotations/annotation-query.ts'
import { type AnnotatedKind, annotated } from '#contract/console/annotations/annotated-things.ts'
import {
  type AnnotationField,
  type CellChange,
  maxThings,
  previewAnnotationImport,
} from '#contract/console/annotations/annotations.ts'
import { csvRows } from './csv-rows.ts'
import { type IdentifiedObject, identifiedObjects, namingColumns } from './identified-objects.ts'

export type PlannedObject = { thing: IdentifiedObject; changes: CellChange[] }
/** Preview of the changes of a file. */
export type ImportPlan = {
  changed: PlannedObject[]
  same: number
  /** Rows that match no item of the server, or several. */
  unknown: { line: number; name: string; why: string }[]
  refused: { label: string; field: string; value: string; problem: string }[]
  /** Columns that match no field. */
  ignored: string[]
}
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

type Read = Exclude<ReturnType<typeof readFile>, { problem: string }>

export async function planImport(
  kind: AnnotatedKind,
  { column, rows, ignored }: Read,
  fields: readonly AnnotationField[],
  signal: AbortSignal,
): Promise<ImportPlan> {
  const plan: ImportPlan = { changed: [], same: 0, unknown: [], refused: [], ignored }
  const values = rows.map(({ name }) => name).filter(Boolean)
  const things = await identifiedObjects(kind, column, values, signal)
  const byName = Map.groupBy(things, ({ names }) => folded(names[column] ?? ''))
  const seen = new Set<string>()
  const found: { thing: IdentifiedObject; row: FileRow }[] = []
  for (const row of rows) {
    const [thing, ...others] = row.name === '' ? [] : (byName.get(folded(row.name)) ?? [])
    const one = annotated[kind].one.toLowerCase()
    const why = !thing
      ? `No ${one} found`
      : others.length > 0
        ? `${others.length + 1} have this name`
        : seen.has(thing.subject)
          ? 'Duplicate row: the first one is used'
          : undefined
    if (thing && why === undefined) {
      seen.add(thing.subject)
      found.push({ thing, row })
    } else plan.unknown.push({ line: row.line, name: row.name, why: why ?? '' })
  }
  const nameOf = (id: string) => fieldsOfKind(kind, fields).find((field) => field.id === id)?.name ?? id
  for (let from = 0; from < found.length; from += maxThings) {
    const part = found.slice(from, from + maxThings)
    const given = part.map(({ thing, row }) => Object.assign(placeOf(thing), { values: row.values }))
    // oxlint-disable-next-line no-await-in-loop -- in sequence, to limit the load on the server
    const preview = await call(previewAnnotationImport, { kind, rows: given }, signal)
    for (const [at, told] of preview.rows.entries()) {
      const thing = part[at]?.thing
      if (!thing) continue
      plan.same += told.same
      plan.refused.push(
        ...told.refused.map((cell) => Object.assign(cell, { label: thing.label, field: nameOf(cell.field) })),
      )
      if (told.changes.length > 0) plan.changed.push({ thing, changes: told.changes })
    }
  }
  return plan
}

export const placeOf = ({ subject, label, identifiers }: IdentifiedObject) => ({
  subject,
  label,
  identifiers: [...identifiers],
})

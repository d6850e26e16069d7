import { setImmediate as otherWork } from 'node:timers/promises'
import { annotated } from '#contract/console/annotations/annotated-things.ts'
import { namingColumns } from '#contract/console/annotations/naming-columns.ts'
import {
  type AnnotationField,
  type ImportPlan,
  maxThings,
  type previewAnnotationImport,
} from '#contract/console/annotations/annotations.ts'
import type { Input } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import type { Ask } from '#services/console/plans/plan-filler.ts'
import type { Database } from './find-annotations.ts'
import { folded, type IdentifiedObject, identifiedObjects } from './identified-objects.ts'
import { previewOf } from './imports.ts'

const placeOf = ({ subject, label, identifiers }: IdentifiedObject) => ({
  subject,
  label,
  identifiers: [...identifiers],
})

/** Finds the records of an import on their server, and compares the values of the file with the existing ones. */
export async function planImport(
  database: Database,
  site: string,
  fields: readonly AnnotationField[],
  { kind, column, rows }: Input<typeof previewAnnotationImport>,
  ask: Ask,
): Promise<ImportPlan> {
  if (!namingColumns[kind].includes(column))
    throw new Problem('INVALID_INPUT', `column: must be one of ${namingColumns[kind].join(', ')}`, {
      service: 'console',
      field: 'column',
    })
  const plan: ImportPlan = { changed: [], same: 0, unknown: [], refused: [] }
  const values = rows.map(({ name }) => name).filter(Boolean)
  const things = await identifiedObjects(ask, kind, column, values)
  const byName = Map.groupBy(things, ({ names }) => folded(names[column] ?? ''))
  const seen = new Set<string>()
  const found: { thing: IdentifiedObject; values: (typeof rows)[number]['values'] }[] = []
  const one = annotated[kind].one.toLowerCase()
  for (const { line, name, values: given } of rows) {
    const [thing, ...others] = name === '' ? [] : (byName.get(folded(name)) ?? [])
    const why = !thing
      ? `No ${one} found`
      : others.length > 0
        ? `${others.length + 1} have this name`
        : seen.has(thing.subject)
          ? 'Duplicate row: the first one is used'
          : undefined
    if (thing && why === undefined) {
      seen.add(thing.subject)
      found.push({ thing, values: given })
    } else plan.unknown.push({ line, name, why: why ?? '' })
  }
  for (let from = 0; from < found.length; from += maxThings) {
    const part = found.slice(from, from + maxThings)
    const given = part.map(({ thing, values: cells }) => ({ ...placeOf(thing), values: cells }))
    for (const [at, told] of (await previewOf(database, { site, kind }, fields, given)).entries()) {
      const thing = part[at]?.thing
      if (!thing) continue
      plan.same += told.same
      plan.refused.push(...told.refused.map((cell) => Object.assign(cell, { label: thing.label })))
      if (told.changes.length > 0) plan.changed.push({ ...placeOf(thing), changes: told.changes })
    }
    await otherWork()
  }
  return plan
}

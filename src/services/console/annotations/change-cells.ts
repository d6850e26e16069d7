import type { AnnotationField, CellChange, UnchangedCell } from '#contract/console/annotations/annotations.ts'
import { historyDays } from '#contract/console/annotations/annotations.ts'
import { checkedValue, standingFields, tagsOf } from '#contract/console/annotations/annotation-values.ts'
import { Problem } from '#contract/problem.ts'
import { fold, linesOf } from '#services/console/audit/searched-text.ts'
import { type AnnotatedItem, type Database, findAnnotations, lockAnnotation, type Place } from './find-annotations.ts'
import { lockIndex, linkAnnotation } from './link-indexed.ts'

const dayMs = 86_400_000
type Fields = readonly AnnotationField[]
/** Author of a change; `importId` for imports, `isReader` for users who may only change notes. */
export type Hand = { by: string; importId?: string; isReader?: boolean }
type ChangeResult = { changed: number; kept: UnchangedCell[] }

export const nameOfField = (fields: Fields, id: string): string =>
  [...standingFields, ...fields].find((field) => field.id === id)?.name ?? id

/** Tags are separated by line breaks, so that a tag can be found as a whole. */
const searchedIn = (field: string, value: string) => (field === 'tags' ? linesOf(tagsOf(value)) : fold(value))

/** Normalizes values; throws a validation error. */
export function requireValues(place: Place, fields: Fields, cells: readonly CellChange[]): CellChange[] {
  return cells.map(({ field, before, after }) => {
    const own = fields.find(({ id }) => id === field)
    const checked = checkedValue(field, after, own)
    if ('problem' in checked || (own && !own.kinds.includes(place.kind))) {
      const problem = 'problem' in checked ? checked.problem : 'is not a field of this kind of thing'
      throw invalid(field, `${nameOfField(fields, field)}: ${problem}`)
    }
    return { field, before, after: checked.value }
  })
}

const invalid = (field: string, message: string) => new Problem('INVALID_INPUT', message, { service: 'console', field })

/**
 * Must run in a transaction. A cell is changed only if it has the expected value, so that concurrent edits are not
 * overwritten; other cells are reported and left unchanged.
 */
export async function changeCells(
  transaction: Database,
  { place, thing, cells, hand }: { place: Place; thing: AnnotatedItem; cells: readonly CellChange[]; hand: Hand },
): Promise<ChangeResult> {
  await lockIndex(transaction, place)
  const annotation = await lockAnnotation(transaction, place, thing, hand.isReader ?? false)
  await linkAnnotation(transaction, place, annotation)
  const told: ChangeResult = { changed: 0, kept: [] }
  const now = await cellsOf(transaction, [annotation])
  const at = Date.now()
  for (const { field, before, after } of cells) {
    const cell = now.find((one) => one.field === field)
    const value = cell?.value ?? ''
    if (value === after) continue
    if (value !== before) {
      told.kept.push({ label: thing.label, field, now: value, by: cell?.by ?? '' })
      continue
    }
    const written = { value: after, searched: searchedIn(field, after), user_name: hand.by, at }
    await transaction
      .insertInto('console_annotation_cell')
      .values({ annotation, field, ...written })
      .onConflict((conflict) => conflict.columns(['annotation', 'field']).doUpdateSet(written))
      .execute()
    await transaction
      .insertInto('console_annotation_change')
      .values({ annotation, field, before: value, after, user_name: hand.by, at, import_id: hand.importId ?? '' })
      .execute()
    told.changed += 1
  }
  return told
}

/** Also removes imports that can no longer be undone. */
export async function forgetOldChanges(database: Database) {
  const before = Date.now() - historyDays * dayMs
  for (const table of ['console_annotation_change', 'console_annotation_import'] as const)
    await database.deleteFrom(table).where('at', '<', before).execute()
}

/** Values of these annotations. Cleared cells are kept with their author. */
export const cellsOf = (database: Database, annotations: readonly string[]) =>
  database
    .selectFrom('console_annotation_cell')
    .select(['annotation', 'field', 'value', 'user_name as by', 'at'])
    .where('annotation', 'in', annotations.length > 0 ? annotations : [''])
    .execute()

/** Cells of each of several records, in their order. */
export async function cellsOfEach(database: Database, place: Place, things: readonly (readonly string[])[]) {
  const ids = await findAnnotations(database, place, things)
  const cells = await cellsOf(
    database,
    ids.flatMap((id) => id ?? []),
  )
  const byId = Map.groupBy(cells, ({ annotation }) => annotation)
  return ids.map((id) => byId.get(id ?? '') ?? [])
}

/** Rejects all changes if another user changed one of the values meanwhile. */
export function requireUnchanged(fields: Fields, { kept: [first] }: ChangeResult) {
  if (!first) return
  const now = first.now === '' ? 'empty' : `“${first.now.length > 80 ? `${first.now.slice(0, 80)}…` : first.now}”`
  const name = nameOfField(fields, first.field)
  throw invalid(first.field, `${name}: was changed by ${first.by} meanwhile and is now ${now}. Nothing was saved.`)
}

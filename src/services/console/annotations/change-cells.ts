import type { AnnotationField, CellChange, KeptCell } from '#contract/console/annotations/annotations.ts'
import { historyDays } from '#contract/console/annotations/annotations.ts'
import { checkedValue, standingFields, tagsOf } from '#contract/console/annotations/annotation-values.ts'
import { Problem } from '#contract/problem.ts'
import { fold, linesOf } from '#services/console/audit/searched-text.ts'
import { type Database, holdAnnotation, type Place, type Thing } from './find-annotations.ts'
import { linkAnnotation } from './link-indexed.ts'

const dayMs = 86_400_000
type Fields = readonly AnnotationField[]
/** Who changes it; `importId` where a file does; `isReader`: they may note something, and change nothing else. */
export type Hand = { by: string; importId?: string; isReader?: boolean }
type Told = { changed: number; kept: KeptCell[] }

export const nameOfField = (fields: Fields, id: string): string =>
  [...standingFields, ...fields].find((field) => field.id === id)?.name ?? id

/** Between line breaks, a tag is found as a whole. */
const searchedIn = (field: string, value: string) => (field === 'tags' ? linesOf(tagsOf(value)) : fold(value))

/** As they are kept; throws what is wrong with one of them. */
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
 * In a transaction. Each cell is changed from what it was known as, and only from that: who edits at the same time
 * overwrites nothing unseen. What is something else by now is told, and stays.
 */
export async function changeCells(
  transaction: Database,
  { place, thing, cells, hand }: { place: Place; thing: Thing; cells: readonly CellChange[]; hand: Hand },
): Promise<Told> {
  const annotation = await holdAnnotation(transaction, place, thing, hand.isReader ?? false)
  await linkAnnotation(transaction, place, annotation)
  const told: Told = { changed: 0, kept: [] }
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

/** With the files that they came from, of which nothing could be undone any more. */
export async function forgetOldChanges(database: Database) {
  const before = Date.now() - historyDays * dayMs
  for (const table of ['console_annotation_change', 'console_annotation_import'] as const)
    await database.deleteFrom(table).where('at', '<', before).execute()
}

/** What is kept of these. An emptied cell stays, with who emptied it. */
export const cellsOf = (database: Database, annotations: readonly string[]) =>
  database
    .selectFrom('console_annotation_cell')
    .select(['annotation', 'field', 'value', 'user_name as by', 'at'])
    .where('annotation', 'in', annotations.length > 0 ? annotations : [''])
    .execute()

/** Refused as a whole where somebody else was faster. */
export function requireUnchanged(fields: Fields, { kept: [first] }: Told) {
  if (!first) return
  const now = first.now === '' ? 'empty' : `“${first.now.length > 80 ? `${first.now.slice(0, 80)}…` : first.now}”`
  const name = nameOfField(fields, first.field)
  throw invalid(first.field, `${name}: was changed by ${first.by} meanwhile and is now ${now}. Nothing was saved.`)
}

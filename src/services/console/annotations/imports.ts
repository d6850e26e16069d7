import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  type AnnotationField,
  type CellChange,
  type importAnnotations,
  type UnchangedCell,
} from '#contract/console/annotations/annotations.ts'
import { annotated, annotatedKinds } from '#contract/console/annotations/annotated-things.ts'
import { checkedValue } from '#contract/console/annotations/annotation-values.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import { cellsOf, changeCells, requireValues } from './change-cells.ts'
import { type Database, findAnnotations, type Place, requireOneItem } from './find-annotations.ts'

type ImportedObject = Omit<Input<typeof importAnnotations>['things'][number], 'changes'>
type Given = ImportedObject & { values: Readonly<Record<string, string>> }
type Preview = {
  /** Cells that would change. */
  changes: CellChange[]
  same: number
  refused: { field: string; value: string; problem: string }[]
}
const listed = 20
/** Objects of a transaction: SQLite runs all their statements in one turn of the event loop. */
const writtenAtOnce = 50
/** Value that clears a cell in an import; an empty cell changes nothing. */
const emptied = '-'

/** Preview of the changes of an import, without writing. */
export async function previewOf(
  database: Database,
  place: Place,
  fields: readonly AnnotationField[],
  rows: readonly Given[],
): Promise<Preview[]> {
  const found = await findAnnotations(
    database,
    place,
    rows.map(({ identifiers }) => identifiers),
  )
  const known = await cellsOf(
    database,
    found.flatMap((id) => id ?? []),
  )
  const now = new Map(known.map(({ annotation, field, value }) => [`${annotation} ${field}`, value]))
  return rows.map(({ values }, at) => {
    const told: Preview = { changes: [], same: 0, refused: [] }
    for (const [field, value] of Object.entries(values)) {
      if (value.trim() === '') continue
      const own = fields.find(({ id, kinds }) => id === field && kinds.includes(place.kind))
      const checked = value.trim() === emptied ? { value: '' } : checkedValue(field, value, own)
      const before = now.get(`${found[at]} ${field}`) ?? ''
      if ('problem' in checked) told.refused.push({ field, value, problem: checked.problem })
      else if (checked.value === before) told.same += 1
      else told.changes.push({ field, before, after: checked.value })
    }
    return told
  })
}

/** Writes in batches, so that a long import does not block other requests. */
export async function importCells(
  database: Database,
  site: string,
  fields: readonly AnnotationField[],
  { kind, file, things }: Input<typeof importAnnotations>,
  by: string,
  batchSize = writtenAtOnce,
): Promise<Output<typeof importAnnotations>> {
  const place = { site, kind }
  const importId = randomUUID()
  const checked: Checked[] = []
  for (const [at, { changes, ...thing }] of things.entries()) {
    if (at > 0 && at % batchSize === 0) await setImmediate()
    requireOneItem(thing)
    checked.push({ thing, cells: requireValues(place, fields, changes) })
  }
  const hand = { by, importId }
  let changed = 0
  const kept: UnchangedCell[] = []
  for (let from = 0; from < checked.length; from += batchSize) {
    const part = checked.slice(from, from + batchSize)
    const told = await database.transaction().execute(async (transaction) => {
      if (from === 0) await begin(transaction, { id: importId, ...place, file, by })
      else await requireOpen(transaction, place, importId)
      return importPart(transaction, place, part, hand)
    })
    changed += told.changed
    kept.push(...told.kept)
    await setImmediate()
  }
  return { import: importId, changed, kept }
}

const begin = (transaction: Database, { by, ...row }: Place & { id: string; file: string; by: string }) =>
  transaction
    .insertInto('console_annotation_import')
    .values({ ...row, user_name: by, at: Date.now(), changed: 0, undone_at: null, undone_by: null })
    .execute()

type Checked = { thing: ImportedObject; cells: CellChange[] }

async function importPart(
  transaction: Database,
  place: Place,
  part: readonly Checked[],
  hand: { by: string; importId: string },
) {
  const all: Awaited<ReturnType<typeof changeCells>> = { changed: 0, kept: [] }
  for (const { thing, cells } of part) {
    const told = await changeCells(transaction, { place, thing, cells, hand })
    all.changed += told.changed
    all.kept.push(...told.kept)
  }
  await transaction
    .updateTable('console_annotation_import')
    .set(({ eb }) => ({ changed: eb('changed', '+', all.changed) }))
    .where('id', '=', hand.importId)
    .execute()
  return all
}

/** Locked until the end of the transaction, so that an import is undone only once. */
async function requireOpen(transaction: Database, { site, kind }: Place, id: string) {
  const { numUpdatedRows } = await transaction
    .updateTable('console_annotation_import')
    .set(({ eb }) => ({ changed: eb('changed', '+', 0) }))
    .where('id', '=', id)
    .where('site', '=', site)
    .where('kind', '=', kind)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const message = 'import: There is no such import of these, or it was undone'
  throw new Problem('INVALID_INPUT', message, { service: 'console', field: 'import' })
}

/**
 * Restores previous values, except for cells changed since. Works in batches; an interrupted undo can be completed by
 * repeating it.
 */
export async function undoImport(database: Database, place: Place, id: string, by: string, batchSize = writtenAtOnce) {
  const changes = database.selectFrom('console_annotation_change as change').where('change.import_id', '=', id)
  const rows = await changes
    .innerJoin('console_annotation as one', 'one.id', 'change.annotation')
    .select(['one.id', 'one.subject', 'one.label', 'change.field', 'change.before', 'change.after'])
    .orderBy('one.id')
    .execute()
  const things = [...Map.groupBy(rows, (row) => row.id)]
  let undone = 0
  const kept: UnchangedCell[] = []
  for (let from = 0; from < things.length; from += batchSize) {
    const part = things.slice(from, from + batchSize)
    const told = await database.transaction().execute(async (transaction) => {
      await requireOpen(transaction, place, id)
      return undoPart(transaction, place, part, by)
    })
    undone += told.changed
    kept.push(...told.kept)
    await setImmediate()
  }
  await database.transaction().execute(async (transaction) => {
    await requireOpen(transaction, place, id)
    const { count } = await transaction
      .selectFrom('console_annotation_change')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow()
    if (count !== rows.length) throw continued()
    const set = { undone_at: Date.now(), undone_by: by }
    await transaction.updateTable('console_annotation_import').set(set).where('id', '=', id).execute()
  })
  return { undone, kept }
}

type Changed = Pick<CellChange, 'field' | 'before' | 'after'> & { subject: string; label: string }

async function undoPart(
  transaction: Database,
  place: Place,
  part: readonly [string, readonly Changed[]][],
  by: string,
) {
  const all: Awaited<ReturnType<typeof changeCells>> = { changed: 0, kept: [] }
  for (const [annotation, changes] of part) {
    const { subject, label } = changes[0] as Changed
    const identifiers = await identifiersOf(transaction, annotation)
    const cells = changes.map(({ field, before, after }): CellChange => ({ field, before: after, after: before }))
    const told = await changeCells(transaction, { place, thing: { subject, label, identifiers }, cells, hand: { by } })
    all.changed += told.changed
    all.kept.push(...told.kept)
  }
  return all
}

const continued = () =>
  new Problem('INVALID_INPUT', 'import: More of it was imported meanwhile. Undo it again.', {
    service: 'console',
    field: 'import',
  })

const identifiersOf = async (transaction: Database, annotation: string) =>
  (
    await transaction
      .selectFrom('console_annotation_identifier')
      .select('identifier')
      .where('annotation', '=', annotation)
      .execute()
  ).map(({ identifier }) => identifier)

/** The latest imports, limited to kinds that the user may read. */
export async function lastImports(database: Database, site: string, permissions: readonly string[]) {
  const kinds = annotatedKinds.filter((kind) => holds(permissions, annotated[kind].read))
  const rows = await database
    .selectFrom('console_annotation_import')
    .selectAll()
    .where('site', '=', site)
    .where('kind', 'in', kinds.length > 0 ? kinds : ['' as never])
    .orderBy('at', 'desc')
    .limit(listed)
    .execute()
  return rows.map(({ id, kind, file, user_name, at, changed, undone_at, undone_by }) =>
    Object.assign(
      { import: id, kind, file, by: user_name, at, changed },
      undone_at !== null && { undoneAt: undone_at },
      undone_by !== null && { undoneBy: undone_by },
    ),
  )
}

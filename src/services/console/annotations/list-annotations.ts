import type { listAnnotations } from '#contract/console/annotations/annotations.ts'
import { tagsOf } from '#contract/console/annotations/annotation-values.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { contains } from '#platform/database/differences.ts'
import { fold, linesOf } from '#services/console/audit/searched-text.ts'
import { cellsOf } from './change-cells.ts'
import type { Database } from './find-annotations.ts'

const maxTagsListed = 200

/** Annotated records, most recently changed first. */
export async function annotationPage(
  database: Database,
  site: string,
  { kind, field, value, search, page, limit }: Input<typeof listAnnotations>,
): Promise<Output<typeof listAnnotations>> {
  const text = fold(search?.trim() ?? '')
  const ofKind = database.selectFrom('console_annotation as one').where('site', '=', site).where('kind', '=', kind)
  const matching = ofKind
    .where((by) => {
      // Records whose cells are all empty are omitted.
      let cells = by
        .selectFrom('console_annotation_cell as cell')
        .select('cell.annotation')
        .whereRef('cell.annotation', '=', 'one.id')
        .where('cell.value', '<>', '')
      if (field !== undefined) cells = cells.where('cell.field', '=', field)
      if (value !== undefined && value !== '')
        cells =
          field === 'tags'
            ? cells.where((cell) => contains(database, cell.ref('cell.searched'), linesOf([value])))
            : cells.where('cell.searched', '=', fold(value))
      return by.exists(cells)
    })
    .$if(text !== '', (query) =>
      query.where((by) =>
        by.or([
          contains(database, by.ref('one.searched'), text),
          by.exists(
            by
              .selectFrom('console_annotation_cell as found')
              .select('found.annotation')
              .whereRef('found.annotation', '=', 'one.id')
              .where((cell) => contains(database, cell.ref('found.searched'), text)),
          ),
        ]),
      ),
    )
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const things = await matching
    .select(['one.id', 'one.subject', 'one.label', 'one.changed_at'])
    .orderBy('one.changed_at', 'desc')
    .orderBy('one.id')
    .offset(page * limit)
    .limit(limit)
    .execute()
  const cells = Map.groupBy(
    await cellsOf(
      database,
      things.map(({ id }) => id),
    ),
    ({ annotation }) => annotation,
  )
  return {
    total,
    rows: things.map(({ id, subject, label, changed_at }) => ({
      subject,
      label,
      values: valuesOf(cells.get(id) ?? []),
      changedAt: changed_at,
    })),
    tags: await tagsIn(database, ofKind),
  }
}

export const valuesOf = (cells: readonly { field: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(cells.flatMap(({ field, value }) => (value === '' ? [] : [[field, value]])))

type OfKind = ReturnType<typeof ofKindOf>
const ofKindOf = (database: Database) => database.selectFrom('console_annotation as one')

async function tagsIn(database: Database, ofKind: OfKind) {
  const rows = await database
    .selectFrom('console_annotation_cell')
    .select('value')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('field', '=', 'tags')
    .where('value', '<>', '')
    .where('annotation', 'in', ofKind.select('one.id'))
    .groupBy('value')
    .orderBy('value')
    .execute()
  const counts = new Map<string, { tag: string; count: number }>()
  for (const { value, count } of rows)
    for (const tag of tagsOf(value)) {
      const known = counts.get(tag.toLowerCase())
      counts.set(tag.toLowerCase(), { tag: known?.tag ?? tag, count: (known?.count ?? 0) + count })
    }
  return [...counts.values()]
    .toSorted((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1))
    .slice(0, maxTagsListed)
}

import { type RawBuilder, sql } from 'kysely'
import { type AnnotatedKind, identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { lockedRows } from '#platform/database/differences.ts'
import { computerLayout, deviceLayout, type Layout } from '#services/console/fleet/layout.ts'
import { type Database, findAnnotations, type Place } from './find-annotations.ts'

/** Links indexed records to their annotations, so that queries can join them (decisions 167 and 180). */
const layouts: Partial<Record<AnnotatedKind, Layout>> = { device: deviceLayout, computer: computerLayout }

// Tables of other layouts have the same columns.
const tablesOf = (layout: Layout) => ({
  thing: layout.table('fleet_device') as 'fleet_device',
  text: layout.table('fleet_device_text') as 'fleet_device_text',
  identifier: layout.table('fleet_identifier') as 'fleet_identifier',
  annotated: layout.table('fleet_device_annotation') as 'fleet_device_annotation',
})

type StatedIdentifiers = { device_id: string; serial_number: string | null; udid?: string | null; imei?: string | null }
/** Identifiers beside ID and serial number. */
const further: Record<Layout['kind'], RawBuilder<unknown>> = { device: sql`, udid, imei`, computer: sql`` }
const namesOf = ({ kind }: Layout, { device_id: id, serial_number: serial, imei, ...said }: StatedIdentifiers) =>
  kind === 'device'
    ? identifiersOf.device({ ...said, device_id: id, serial_number: serial, imei: imei?.split(', ') })
    : identifiersOf.computer({ serial, id })

/** Must run in the transaction that wrote the record. */
export async function identify(transaction: Database, layout: Layout, site: string, device: number) {
  const { thing, text, identifier: named } = tablesOf(layout)
  const { rows } =
    await sql<StatedIdentifiers>`select device_id, serial_number ${further[layout.kind]} from ${sql.table(thing)} as thing
    join ${sql.table(text)} as said on said.device = thing.id where thing.id = ${device}`.execute(transaction)
  const said = rows[0]
  if (!said) return
  const known = new Set(namesOf(layout, said))
  const had = await transaction.selectFrom(named).select('identifier').where('device', '=', device).execute()
  const before = new Set(had.map(({ identifier }) => identifier))
  const gone = [...before].filter((identifier) => !known.has(identifier))
  const fresh = [...known].filter((identifier) => !before.has(identifier))
  if (gone.length > 0)
    await transaction.deleteFrom(named).where('device', '=', device).where('identifier', 'in', gone).execute()
  if (fresh.length > 0)
    await transaction
      .insertInto(named)
      .values(fresh.map((identifier) => ({ site, identifier, device })))
      .execute()
  await link(transaction, layout, site, new Map([[device, [...known]]]))
}

/**
 * Whether the index has records of a site, or this record, that were indexed before identifiers existed. They are
 * linked when they are read again.
 */
export async function findUnidentified(
  database: Database,
  layout: Layout,
  site: string,
  device?: number,
): Promise<boolean> {
  let rows = unidentified(database, layout, site).select('thing.id')
  if (device !== undefined) rows = rows.where('thing.id', '=', device)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

export async function countUnidentified(database: Database, layout: Layout, site: string): Promise<number> {
  const { n } = await unidentified(database, layout, site)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

function unidentified(database: Database, layout: Layout, site: string) {
  const { thing, identifier } = tablesOf(layout)
  return database
    .selectFrom(`${thing} as thing`)
    .where('site', '=', site)
    .where('gone_at', '=', 0)
    .where((row) => {
      const known = row.selectFrom(`${identifier} as known`).select('known.device')
      return row.not(row.exists(known.whereRef('known.device', '=', 'thing.id')))
    })
}

/**
 * Locks the row of the site in the index, before an annotation is written: a process that stores a record of the index
 * holds the same lock. Otherwise, with PostgreSQL, neither would see what the other has not committed (decision 185).
 */
export async function lockIndex(transaction: Database, { site, kind }: Place) {
  const layout = layouts[kind]
  if (!layout) return
  const sites = layout.table('fleet_site') as 'fleet_site'
  await lockedRows(transaction)(transaction.selectFrom(sites).select('site').where('site', '=', site)).execute()
}

/** Must run in the transaction that changed the identifiers of an annotation. */
export async function linkAnnotation(transaction: Database, { site, kind }: Place, annotation: string) {
  const layout = layouts[kind]
  if (!layout) return
  const { identifier: named } = tablesOf(layout)
  const rows = await transaction
    .selectFrom(named)
    .select(['device', 'identifier'])
    .where('device', 'in', (of) =>
      of
        .selectFrom(`${named} as same`)
        .innerJoin('console_annotation_identifier as known', 'known.identifier', 'same.identifier')
        .select('same.device')
        .where('same.site', '=', site)
        .where('known.site', '=', site)
        .where('known.kind', '=', kind)
        .where('known.annotation', '=', annotation),
    )
    .execute()
  const things = new Map<number, string[]>()
  for (const { device, identifier } of rows) things.set(device, [...(things.get(device) ?? []), identifier])
  await link(transaction, layout, site, things)
}

const strength = ['serial', 'udid', 'imei', 'id']
const rankOf = (identifier: string) => strength.indexOf(identifier.slice(0, identifier.indexOf(':')))

async function link(
  transaction: Database,
  layout: Layout,
  site: string,
  known: ReadonlyMap<number, readonly string[]>,
) {
  if (known.size === 0) return
  const { annotated } = tablesOf(layout)
  const things = [...known.values()].map((all) => all.toSorted((one, other) => rankOf(one) - rankOf(other)))
  const found = await findAnnotations(transaction, { site, kind: layout.kind }, things)
  for (const [at, device] of [...known.keys()].entries()) {
    const annotation = found[at]
    await (annotation === undefined
      ? transaction.deleteFrom(annotated).where('device', '=', device).execute()
      : transaction
          .insertInto(annotated)
          .values({ device, annotation })
          .onConflict((conflict) => conflict.column('device').doUpdateSet({ annotation }))
          .execute())
  }
}

import { sql } from 'kysely'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { type Database, findAnnotations } from './find-annotations.ts'

/** Which devices of the index people keep something of, so that queries need not find it out (decision 167). */
type Said = Record<'device_id' | 'serial_number' | 'udid' | 'imei', string | null>

/** In the transaction that has written what the server says of a device. */
export async function identifyDevice(transaction: Database, site: string, device: number) {
  const { rows } = await sql<Said>`select device_id, serial_number, udid, imei from fleet_device
    join fleet_device_text on fleet_device_text.device = fleet_device.id
    where fleet_device.id = ${device}`.execute(transaction)
  const said = rows[0]
  if (!said) return
  const known = new Set(identifiersOf.device({ ...said, imei: said.imei?.split(', ') }))
  const had = await transaction
    .selectFrom('fleet_identifier')
    .select('identifier')
    .where('device', '=', device)
    .execute()
  const before = new Set(had.map(({ identifier }) => identifier))
  const gone = [...before].filter((identifier) => !known.has(identifier))
  const fresh = [...known].filter((identifier) => !before.has(identifier))
  if (gone.length > 0)
    await transaction
      .deleteFrom('fleet_identifier')
      .where('device', '=', device)
      .where('identifier', 'in', gone)
      .execute()
  if (fresh.length > 0)
    await transaction
      .insertInto('fleet_identifier')
      .values(fresh.map((identifier) => ({ site, identifier, device })))
      .execute()
  await link(transaction, site, new Map([[device, [...known]]]))
}

/**
 * Whether the index has devices of a site, or this one, by whose identifiers nothing is found yet: what was kept before
 * there were any is identified when it is met again.
 */
export async function findUnidentified(database: Database, site: string, device?: number): Promise<boolean> {
  let rows = unidentified(database, site).select('id')
  if (device !== undefined) rows = rows.where('id', '=', device)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

export async function countUnidentified(database: Database, site: string): Promise<number> {
  const { n } = await unidentified(database, site)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

const unidentified = (database: Database, site: string) =>
  database
    .selectFrom('fleet_device')
    .where('site', '=', site)
    .where('gone_at', '=', 0)
    .where((row) => {
      const known = row.selectFrom('fleet_identifier').select('device')
      return row.not(row.exists(known.whereRef('fleet_identifier.device', '=', 'fleet_device.id')))
    })

/** In the transaction that has changed by what an annotation is found. */
export async function linkAnnotation(transaction: Database, site: string, annotation: string) {
  const rows = await transaction
    .selectFrom('fleet_identifier')
    .select(['device', 'identifier'])
    .where('device', 'in', (of) =>
      of
        .selectFrom('fleet_identifier as same')
        .innerJoin('console_annotation_identifier as known', 'known.identifier', 'same.identifier')
        .select('same.device')
        .where('same.site', '=', site)
        .where('known.site', '=', site)
        .where('known.kind', '=', 'device')
        .where('known.annotation', '=', annotation),
    )
    .execute()
  const devices = new Map<number, string[]>()
  for (const { device, identifier } of rows) devices.set(device, [...(devices.get(device) ?? []), identifier])
  await link(transaction, site, devices)
}

const strength = ['serial', 'udid', 'imei', 'id']
const rankOf = (identifier: string) => strength.indexOf(identifier.slice(0, identifier.indexOf(':')))

async function link(transaction: Database, site: string, devices: ReadonlyMap<number, readonly string[]>) {
  if (devices.size === 0) return
  const things = [...devices.values()].map((all) => all.toSorted((one, other) => rankOf(one) - rankOf(other)))
  const found = await findAnnotations(transaction, { site, kind: 'device' }, things)
  for (const [at, device] of [...devices.keys()].entries()) {
    const annotation = found[at]
    await (annotation === undefined
      ? transaction.deleteFrom('fleet_device_annotation').where('device', '=', device).execute()
      : transaction
          .insertInto('fleet_device_annotation')
          .values({ device, annotation })
          .onConflict((conflict) => conflict.column('device').doUpdateSet({ annotation }))
          .execute())
  }
}

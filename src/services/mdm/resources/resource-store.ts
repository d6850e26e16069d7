import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { platformNumbers } from '#contract/mdm/status.ts'
import { Problem } from '#contract/problem.ts'
import { lockedRows } from '#platform/database/differences.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { fold, searchedText, sortKey } from '#services/lists/fold.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { ResourceKind } from './tables.ts'

/** Stored form of a resource: name, unique name, and search text. */
export type Description = {
  id: string
  name: string
  unique: string
  /** Describes the unique value if it is not the name: `with the email …`. */
  told?: string
  platformType?: number | undefined
  searched: readonly (string | undefined)[]
  hidden?: boolean
  content: object
}
export type Found<C> = { pk: number; id: string; platform: string; hidden: boolean; content: C }

/** IDs of user-created resources are far above those of the demo. */
export const newId = (kind: ResourceKind) => idOf(kind, 5_000_000_000 + randomInt(5_000_000_000))

const platformOf = (platformType: number | undefined) =>
  fold(platformNumbers[platformType as keyof typeof platformNumbers] ?? '')

export const resourceRow = (kind: ResourceKind, resource: Description, changed: number) => ({
  kind,
  id: resource.id,
  unique_name: fold(resource.unique),
  by_name: sortKey(resource.name),
  platform: platformOf(resource.platformType),
  text: searchedText(
    resource.searched.filter((text) => text !== undefined),
    [],
  ),
  hidden: resource.hidden ? 1 : 0,
  changed,
  content: stringifyJson(resource.content),
})

/** Adds a resource. COM0010 if the name exists. */
export async function addResource(
  db: Kysely<DeviceTables>,
  kind: ResourceKind,
  resource: Description,
  changed: number,
): Promise<number> {
  await refuseTaken(db, kind, resource)
  const row = resourceRow(kind, resource, changed)
  const { pk } = await db.insertInto('resource').values(row).returning('pk').executeTakeFirstOrThrow()
  return pk
}

export async function saveResource(
  db: Kysely<DeviceTables>,
  kind: ResourceKind,
  resource: Description,
  changed: number,
) {
  await refuseTaken(db, kind, resource)
  const row = resourceRow(kind, resource, changed)
  await db.updateTable('resource').set(row).where('kind', '=', kind).where('id', '=', resource.id).execute()
}

async function refuseTaken(
  db: Kysely<DeviceTables>,
  kind: ResourceKind,
  { id, unique, name, told = `named ${name}` }: Description,
) {
  const taken = await db
    .selectFrom('resource')
    .select('id')
    .where('kind', '=', kind)
    .where('unique_name', '=', fold(unique))
    .where('id', '<>', id)
    .executeTakeFirst()
  if (taken) throw new Problem('COM0010', `${kind === 'app' ? 'An' : 'A'} ${kind} ${told} already exists: ${taken.id}`)
}

export const removeResource = (db: Kysely<DeviceTables>, pk: number) =>
  db.deleteFrom('resource').where('pk', '=', pk).execute()

/** Distinct resources by ID, in the given order. COM0008 names the first missing one. Locked within a change. */
export async function requireResources<C>(
  db: Kysely<DeviceTables>,
  kind: ResourceKind,
  ids: readonly string[],
): Promise<Found<C>[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) throw new Problem('COM0009', `${kind}_ids: contains no ${kind}`, { field: `${kind}_ids` })
  const rows = await db
    .selectFrom('resource')
    .select(['pk', 'id', 'platform', 'hidden', 'content'])
    .where('kind', '=', kind)
    .where('id', 'in', wanted)
    .orderBy('pk')
    .$call(lockedRows(db))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return wanted.map((id) => {
    const row = byId.get(id)
    if (!row) throw new Problem('COM0008', `There is no ${kind} with the id ${id}`)
    const { pk, platform, hidden, content } = row
    return { pk, id, platform, hidden: hidden === 1, content: parseJson(content) as C }
  })
}

export async function requireResource<C>(db: Kysely<DeviceTables>, kind: ResourceKind, id: string): Promise<Found<C>> {
  const [found] = await requireResources<C>(db, kind, [id])
  if (!found) throw new Problem('COM0008', `There is no ${kind} with the id ${id}`)
  return found
}

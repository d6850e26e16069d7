import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { parseJson } from '#contract/json.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { contains, findSubstring, isOneOf } from '#platform/database/differences.ts'
import { fold } from '#services/lists/fold.ts'
import type { Place } from '#services/lists/page-anchors.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { type Changes, changedSince, endedChanges } from './change-numbers.ts'
import type { ResourceKind } from './tables.ts'

export type ResourceWindow = {
  limit?: number | undefined
  offset?: number | undefined
  after?: Place | undefined
  search?: string | undefined
  changedAfter?: Changes | undefined
  /** Includes the trash. */
  hidden?: boolean
}
export type Listed = { pk: number; id: string; content: object }

/** Resources of a kind, ordered by name. */
export async function listResources(db: Kysely<DeviceTables>, kind: ResourceKind, window: ResourceWindow) {
  const { limit = pageLimit.default, offset = 0, after } = window
  const { changes } = await endedChanges(db)
  const wanted = db
    .selectFrom('resource')
    .where('kind', '=', kind)
    .$call(matching(db, await ready(db, window)))
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const places = await wanted
    .select(['by_name as key', 'pk'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(by_name, pk) > (${after?.key ?? ''}, ${after?.pk ?? 0})`),
    )
    .orderBy('by_name')
    .orderBy('pk')
    .limit(limit + 1)
    .offset(offset)
    .execute()
  const page = places.slice(0, limit)
  return {
    rows: await contents(db, page),
    total,
    end: places.length > limit ? page.at(-1) : undefined,
    changes,
  }
}

/** Up to this number, text matches are collected and sorted; beyond, rows are tested in order. */
const smallResultLimit = 5000

/** A prepared filter: candidate keys if few, or the text to test. */
type ReadyFilter = Pick<ResourceWindow, 'changedAfter' | 'hidden'> & { keys?: readonly number[]; text?: string }

async function ready(db: Kysely<DeviceTables>, { search, ...filter }: ResourceWindow): Promise<ReadyFilter> {
  const text = fold(search?.trim() ?? '')
  if (text === '') return filter
  const keys = await findSubstring(db, { table: 'resource', key: 'pk', column: 'text' }, text, smallResultLimit + 1)
  return keys.length > smallResultLimit ? { ...filter, text } : { ...filter, keys }
}

const matching =
  (db: Kysely<DeviceTables>, { keys, text, changedAfter, hidden }: ReadyFilter) =>
  <Q extends SelectQueryBuilder<DeviceTables, 'resource', object>>(query: Q): Q => {
    let filtered: SelectQueryBuilder<DeviceTables, 'resource', object> = query
    if (!hidden) filtered = filtered.where('hidden', '=', 0)
    if (keys !== undefined) filtered = filtered.where((eb) => isOneOf(db, eb.ref('pk'), keys))
    if (text !== undefined) filtered = filtered.where((eb) => contains(db, eb.ref('text'), text))
    if (changedAfter !== undefined) filtered = filtered.where((eb) => changedSince(eb.ref('changed'), changedAfter))
    return filtered as Q
  }

async function contents(db: Kysely<DeviceTables>, places: readonly Place[]): Promise<Listed[]> {
  const keys = places.map(({ pk }) => pk)
  const rows = await db
    .selectFrom('resource')
    .select(['pk', 'id', 'content'])
    .where((eb) => isOneOf(db, eb.ref('pk'), keys))
    .execute()
  const byKey = new Map(rows.map((row) => [row.pk, row]))
  return keys.flatMap((key) => {
    const row = byKey.get(key)
    return row ? [{ pk: row.pk, id: row.id, content: parseJson(row.content) as object }] : []
  })
}

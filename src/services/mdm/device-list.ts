import { type Kysely, sql } from 'kysely'
import { parseJson } from '#contract/json.ts'
import type { DeviceSort, DeviceSummary } from '#contract/mdm/devices.ts'
import { isOneOf } from '#services/database/differences.ts'
import { type DeviceFilter, matching, type ReadyFilter, readyFilter } from './device-filter.ts'
import { type DeviceTables, sortColumn } from './tables.ts'

/** Where a row stands in the order of a list. */
export type Place = { key: string; pk: number }
export type DeviceWindow = { sort: DeviceSort; descending: boolean; limit: number; offset: number; after?: Place }
export type DeviceSlice = {
  rows: DeviceSummary[]
  total: number
  /** The last row's place, when more rows follow. */
  end: Place | undefined
  /** Number of the last change that the answer knows of. */
  changed: number
}

const rememberedAnswers = 200

/** The list of devices: any filter, any order, any page. */
export function deviceList(db: Kysely<DeviceTables>) {
  const remembered = { changed: -1, answers: new Map<string, unknown>() }

  /** Counts and matches hold until a device changes; while people page and type, they ask the same again. */
  async function remember<T>(name: string, find: () => Promise<T>): Promise<T> {
    const { answers } = remembered
    if (answers.has(name)) return answers.get(name) as T
    const found = await find()
    if (answers.size >= rememberedAnswers) answers.clear()
    answers.set(name, found)
    return found
  }

  async function lastChange() {
    const fleet = await db.selectFrom('fleet').select('changed').executeTakeFirst()
    const changed = fleet?.changed ?? 0
    if (changed !== remembered.changed) Object.assign(remembered, { changed, answers: new Map() })
    return changed
  }

  return async (filter: DeviceFilter, window: DeviceWindow): Promise<DeviceSlice> => {
    const changed = await lastChange()
    const ready = await readyFilter(db, filter, remember)
    const total = await remember(`count ${JSON.stringify(filter)}`, () => count(db, ready))
    const places = await placesIn(db, ready, window, total)
    const page = places.slice(0, window.limit)
    return {
      rows: await summaries(db, page),
      total,
      end: places.length > window.limit ? page.at(-1) : undefined,
      changed,
    }
  }
}

async function count(db: Kysely<DeviceTables>, ready: ReadyFilter): Promise<number> {
  const query = db.selectFrom('device_search').select(({ fn }) => fn.countAll<number>().as('total'))
  const { total } = await query.where(matching(db, 'device_search', ready)).executeTakeFirstOrThrow()
  return total
}

/** The places of a page and of the row after it. Past the middle of the list the way from its end is shorter. */
async function placesIn(
  db: Kysely<DeviceTables>,
  ready: ReadyFilter,
  { sort, descending, limit, offset, after }: DeviceWindow,
  total: number,
): Promise<Place[]> {
  const wanted = Math.min(limit + 1, after ? limit + 1 : total - offset)
  if (wanted <= 0) return []
  const fromEnd = !after && offset > total / 2
  const skipped = fromEnd ? total - offset - wanted : after ? 0 : offset
  const direction = descending === fromEnd ? 'asc' : 'desc'
  const column = sortColumn(sort)
  let query = db
    .selectFrom('device')
    .select([`${column} as key`, 'pk'])
    .where(matching(db, 'device', ready))
  if (after) {
    const beyond = sql.raw(descending ? '<' : '>')
    query = query.where(sql<boolean>`(${sql.ref(column)}, pk) ${beyond} (${after.key}, ${after.pk})`)
  }
  const found = await query.orderBy(column, direction).orderBy('pk', direction).limit(wanted).offset(skipped).execute()
  return fromEnd ? found.reverse() : found
}

async function summaries(db: Kysely<DeviceTables>, places: readonly Place[]): Promise<DeviceSummary[]> {
  const keys = places.map(({ pk }) => pk)
  const rows = await db
    .selectFrom('device')
    .select(['pk', 'summary'])
    .where((eb) => isOneOf(db, eb.ref('pk'), keys))
    .execute()
  const byKey = new Map(rows.map(({ pk, summary }) => [pk, summary]))
  return keys.flatMap((key) => {
    const summary = byKey.get(key)
    return summary === undefined ? [] : [parseJson(summary) as DeviceSummary]
  })
}

import type { Kysely } from 'kysely'
import { parseJson } from '#contract/json.ts'
import type { DeviceSort, DeviceSummary } from '#contract/mdm/device-list.ts'
import { isOneOf } from '#platform/database/differences.ts'
import { cachedWhile } from '#services/lists/cached-while.ts'
import { pageAnchors, type Place } from '#services/lists/page-anchors.ts'
import { placesIn } from '#services/lists/places.ts'
import { type DeviceFilter, matching, type ReadyFilter, readyFilter } from './device-filter.ts'
import { type Changes, endedChanges } from './resources/change-numbers.ts'
import { countsOfDevice } from './resources/counts.ts'
import { type DeviceTables, sortColumn } from './tables.ts'

export type DeviceWindow = {
  sort: DeviceSort
  descending: boolean
  limit: number
  offset: number
  after?: Place | undefined
  /** Without the counts of groups, profiles and apps. */
  withoutCounts?: boolean
}
export type DeviceSlice = {
  rows: DeviceSummary[]
  total: number
  /** Position of the last row, if more rows follow. */
  end: Place | undefined
  /** Change number that the response includes. */
  changes: Changes
}

export type DeviceList = ReturnType<typeof deviceList>

/** The device list with filters, order and paging. */
export function deviceList(db: Kysely<DeviceTables>) {
  const untilChange = cachedWhile()
  const untilCounted = cachedWhile()

  return async (filter: DeviceFilter, window: DeviceWindow): Promise<DeviceSlice> => {
    const { changes, counted } = await endedChanges(db)
    const remember = untilChange(JSON.stringify(changes))
    const rememberCount = untilCounted(counted)
    const name = JSON.stringify(filter)
    const ready = await readyFilter(db, filter, rememberCount)
    const total = await (filter.changedAfter ? remember : rememberCount)(`count ${name}`, () => count(db, ready))
    const order = `${window.sort} ${window.descending}`
    const marks = await remember(`page anchors ${name} ${order}`, () => Promise.resolve(pageAnchors()))
    const rows = { table: 'device', column: sortColumn(window.sort), where: matching(db, 'device', ready), total }
    const places = await placesIn(db, rows, { ...window, limit: window.limit + 1 }, marks)
    const page = places.slice(0, window.limit)
    const last = page.at(-1)
    if (last && !window.after) marks.add(window.offset + page.length, last)
    return {
      rows: await summaries(db, page, window.withoutCounts),
      total,
      end: places.length > window.limit ? last : undefined,
      changes,
    }
  }
}

async function count(db: Kysely<DeviceTables>, ready: ReadyFilter): Promise<number> {
  const query = db.selectFrom('device_search').select(({ fn }) => fn.countAll<number>().as('total'))
  const { total } = await query.where(matching(db, 'device_search', ready)).executeTakeFirstOrThrow()
  return total
}

async function summaries(
  db: Kysely<DeviceTables>,
  places: readonly Place[],
  withoutCounts = false,
): Promise<DeviceSummary[]> {
  const keys = places.map(({ pk }) => pk)
  const { group_count, profile_count, app_count } = countsOfDevice
  const rows = await db
    .selectFrom('device')
    .select(['pk', 'summary'])
    .$if(!withoutCounts, (query) =>
      query.select([group_count.as('group_count'), profile_count.as('profile_count'), app_count.as('app_count')]),
    )
    .where((eb) => isOneOf(db, eb.ref('device.pk'), keys))
    .execute()
  const byKey = new Map(rows.map((row) => [row.pk, row]))
  return keys.flatMap((key) => {
    const row = byKey.get(key)
    return row === undefined ? [] : [listed(row, withoutCounts)]
  })
}

type Row = { summary: string } & Partial<Record<'group_count' | 'profile_count' | 'app_count', number>>

/** Devices that never reported have no counts unless they are in a group. */
function listed({ summary, group_count = 0, profile_count = 0, app_count = 0 }: Row, withoutCounts: boolean) {
  const { summary: told, ...device } = parseJson(summary) as DeviceSummary
  if (withoutCounts) return device
  const counts = { profile_count, app_count, group_count }
  if (!told && Object.values(counts).every((count) => count === 0)) return device
  return { ...device, summary: { ...counts, doc_count: told?.doc_count ?? 0 } }
}

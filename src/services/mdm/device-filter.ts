import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { listDevices } from '#contract/mdm/device-list.ts'
import type { ManagedStatus } from '#contract/mdm/status.ts'
import { contains, findSubstring, isOneOf, unindexed } from '#platform/database/differences.ts'
import { fold, wholeValue } from '#services/lists/fold.ts'
import type { Remember } from '#services/lists/cached-while.ts'
import { type Changes, changedSince } from './resources/change-numbers.ts'
import type { DeviceTables, FilterColumns } from './tables.ts'

type Filters =
  | 'search'
  | 'platform'
  | 'owned_by'
  | 'serial_number'
  | 'imei'
  | 'email'
  | 'managed_status'
  | 'exclude_removed'
  | 'include_all'
  | 'device_type'
  | 'group_id'
/** Filter by list parameters, where empty ones are ignored, and by changes since a point. */
export type DeviceFilter = Pick<Input<typeof listDevices>, Filters> & { changedAfter?: Changes | undefined }

/**
 * Up to this number, text matches are collected and sorted; beyond, rows are read in sort order and tested, since
 * enough of them match.
 */
const smallResultLimit = 5000

/** A prepared filter: candidate keys if few, and the remaining conditions. */
export type ReadyFilter = { keys?: readonly number[]; texts: readonly Spellings[]; filter: DeviceFilter }

/** Equivalent spellings of a text; any may match. */
type Spellings = readonly string[]

export async function readyFilter(
  db: Kysely<DeviceTables>,
  filter: DeviceFilter,
  remember: Remember,
): Promise<ReadyFilter> {
  const texts: Spellings[] = []
  let keys = await changedKeys(db, filter.changedAfter)
  for (const spellings of wantedTexts(filter)) {
    const found = new Set<number>()
    for (const text of spellings) {
      const more = await remember(`text ${text}`, () =>
        findSubstring(db, { table: 'device_search', key: 'pk', column: 'text' }, text, smallResultLimit + 1),
      )
      for (const key of more) found.add(key)
    }
    if (found.size > smallResultLimit) texts.push(spellings)
    else keys = keys ? intersection(keys, [...found]) : [...found]
  }
  const { group_id } = filter
  if (!group_id) return { keys, texts, filter }
  const members = await remember(`group ${group_id}`, () => memberKeys(db, group_id))
  if (members.length > smallResultLimit) return { keys, texts, filter }
  return { keys: keys ? intersection(keys, members) : members, texts, filter: { ...filter, group_id: undefined } }
}

function wantedTexts({ search, serial_number, imei, email }: DeviceFilter): Spellings[] {
  const whole = { serial_number, imei, email }
  const text = search?.trim()
  return [
    ...(text ? [[...new Set([text, ...macSpellings(text)].map(fold))]] : []),
    ...Object.entries(whole).flatMap(([field, value]) =>
      !value ? [] : [[wholeValue(field as keyof typeof whole, value)]],
    ),
  ]
}

const hyphens = /^[0-9a-f]{2}(-[0-9a-f]{2}){1,4}(-[0-9a-f]{1,2})$/i
const dots = /^[0-9a-f]{4}(\.[0-9a-f]{4}){0,1}\.[0-9a-f]{2,4}$/i

/**
 * Search text has MAC addresses with and without colons. Text that looks like a MAC address may also be a name or
 * number.
 */
function macSpellings(text: string): string[] {
  if (!hyphens.test(text) && !dots.test(text)) return []
  const digits = text.replace(/[-.]/g, '')
  return digits.length === 12 ? [digits] : [(digits.match(/..?/g) ?? []).join(':')]
}

async function changedKeys(db: Kysely<DeviceTables>, after: Changes | undefined): Promise<number[] | undefined> {
  if (after === undefined) return undefined
  const { rows: found } = await sql<{ pk: number }>`${changedDevices(after)} limit ${smallResultLimit + 1}`.execute(db)
  return found.length > smallResultLimit ? undefined : found.map(({ pk }) => pk)
}

const intersection = (some: readonly number[], others: readonly number[]) => {
  const wanted = new Set(others)
  return some.filter((key) => wanted.has(key))
}

/** The filter as a condition on a table with the filter columns. */
export function matching(
  db: Kysely<DeviceTables>,
  table: 'device' | 'device_search',
  { keys, texts, filter }: ReadyFilter,
): RawBuilder<SqlBool> {
  const column = <T extends string | number>(name: keyof FilterColumns | 'pk') => sql.ref<T>(`${table}.${name}`)
  const { platform, owned_by, managed_status, exclude_removed, include_all, device_type, group_id, changedAfter } =
    filter
  const conditions: RawBuilder<SqlBool>[] = [sql`1 = 1`]
  if (keys) conditions.push(isOneOf(db, sql.ref<number>(`${table}.pk`), keys))
  else if (changedAfter !== undefined) conditions.push(sql`${column('pk')} in (${changedDevices(changedAfter)})`)
  if (platform) conditions.push(sql`${unindexed(db, column('platform'))} = ${fold(platform)}`)
  if (owned_by) conditions.push(sql`${unindexed(db, column('owned_by'))} = ${ownership(owned_by)}`)
  if (managed_status?.length) {
    const statuses = managed_status.map(Number).filter((status) => Math.abs(status) < 2 ** 31)
    conditions.push(isOneOf(db, unindexed(db, column<number>('managed_status')), statuses))
  }
  if (device_type) conditions.push(sql`${unindexed(db, column('device_type'))} = ${fold(device_type)}`)
  if (include_all === false) conditions.push(sql`${unindexed(db, column('managed_status'))} = ${enrolled}`)
  if (group_id) conditions.push(sql`${unindexed(db, column<number>('pk'))} in (${membersOf(group_id)})`)
  if (exclude_removed) conditions.push(sql`${column('is_removed')} = 0`)
  for (const spellings of texts) {
    const holds = spellings.map((text) => contains(db, searchedTextOf[table], text))
    conditions.push(sql`(${sql.join(holds, sql` or `)})`)
  }
  return sql.join(conditions, sql` and `) as RawBuilder<SqlBool>
}

const changedDevices = (after: Changes) =>
  sql`select pk from device_change where ${changedSince(sql.ref<number>('changed'), after)}`

const enrolled = 2 satisfies ManagedStatus

const membersOf = (groupId: string) => sql`select device_pk from group_member
  join resource on resource.pk = group_member.group_pk where resource.kind = 'group' and resource.id = ${groupId}`

async function memberKeys(db: Kysely<DeviceTables>, groupId: string): Promise<number[]> {
  const { rows } = await sql<{ device_pk: number }>`${membersOf(groupId)} limit ${smallResultLimit + 1}`.execute(db)
  return rows.map(({ device_pk }) => device_pk)
}

const searchedTextOf = {
  device: sql<string>`(select text from device_search where device_search.pk = device.pk)`,
  device_search: sql<string>`device_search.text`,
}

/** Real servers accept words as well. */
const ownerships: ReadonlyMap<string, string> = new Map([
  ['corporate', '1'],
  ['personal', '2'],
])
const ownership = (owned_by: string) => ownerships.get(fold(owned_by)) ?? fold(owned_by)

import type { DeviceFilter } from '#contract/console/plans/device-selections.ts'
import type { Input } from '#contract/endpoint.ts'
import { type DeviceSummary, listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import {
  filterNames,
  filtered,
  hasText,
  matchingNone,
  unmetFilters,
  unreportedFilters,
} from '#contract/mdm/rules/device-filters.ts'
import { withoutRefused } from '#contract/problems/without-refused.ts'
import { Problem } from '#contract/problem.ts'
import { everyDevice } from './every-device.ts'
import { partsOf } from './parts-of.ts'
import type { Ask } from './plan-filler.ts'

/** All devices that match, with the filters that the server rejects or ignores applied here. */
export async function matchingDevices(ask: Ask, asked: DeviceFilter): Promise<DeviceSummary[]> {
  const before = new Set<string>()
  const unmet = new Set<string>()
  const read = async (input: Input<typeof listDevices>) => {
    const given = { endpoint: listDevices, input, isOwn: (name: string) => name !== 'skip-token' }
    const { page, refused } = await withoutRefused(ask, before, given)
    for (const name of refused) unmet.add(name)
    return page
  }
  const { 'skip-token': _token, 'delta-token': _delta, offset: _offset, limit: _limit, ...filter } = asked
  const rows = await everyDevice((paging) => read({ ...filter, ...paging }))
  let unreported: readonly Parameters<typeof isIgnored>[1][] | undefined
  let lacksText = false
  for await (const part of partsOf(rows)) {
    for (const name of unmetFilters(part, filter)) unmet.add(name)
    const missing = unreportedFilters(part, filter)
    unreported = unreported?.filter((name) => missing.includes(name)) ?? missing
    lacksText ||= part.some((row) => !hasText(row, filter))
  }
  for (const name of unreported ?? []) if (await isIgnored(ask, name)) unmet.add(name)
  // Searched fields are up to the server: rows without the text may match.
  if (lacksText && !unmet.has('search') && (await isSearchIgnored(read, rows, filter))) unmet.add('search')
  const own = Object.fromEntries(Object.entries(filter).filter(([name]) => unmet.has(name) && name !== 'sort'))
  const isKnown = Object.keys(own).every((name) => filterNames.some((one) => one === name))
  if (!isKnown) throw unfiltered()
  if (Object.keys(own).length === 0) return rows
  const found: DeviceSummary[] = []
  for await (const part of partsOf(rows)) {
    const matching = filtered(part, own)
    if (!matching) throw unfiltered()
    found.push(...matching)
  }
  return found
}

/** Whether devices are returned for a value that no device can have. A server may reject the value itself. */
async function isIgnored(ask: Ask, name: Parameters<typeof matchingNone>[0]): Promise<boolean> {
  try {
    return (await ask(listDevices, matchingNone(name))).rows.length > 0
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return false
    throw error
  }
}

type Read = (input: Input<typeof listDevices>) => Promise<{ rows: readonly DeviceSummary[]; total?: number }>

/** A search counts as ignored only if the list is the same without it. */
async function isSearchIgnored(read: Read, rows: readonly DeviceSummary[], filter: DeviceFilter): Promise<boolean> {
  const { search: _, ...rest } = filter
  const all = await read({ ...rest, limit: pageLimit.max })
  const isSame = all.rows.every(({ device_id }, at) => device_id === rows[at]?.device_id)
  return isSame && rows.length > 1 && rows.length >= (all.total ?? all.rows.length)
}

const unfiltered = () =>
  new Problem(
    'UNEXPECTED_CONTENT',
    'The server does not filter its devices, and does not report what to filter them by',
    { service: 'mdm' },
  )

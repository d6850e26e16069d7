import * as z from 'zod'
import type { Input } from '#contract/endpoint.ts'
import { deviceOrder, type listDevices, pageLimit } from '#contract/mdm/devices.ts'

/** The page of a list, in its address. */
export const listPage = z.object({
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
  size: z.coerce.number().int().min(1).max(pageLimit.max).catch(pageLimit.default),
})

/** What the address of the list says. A value that makes no sense falls back to its default. */
const state = listPage.extend({
  search: z
    .string()
    .overwrite((text) => text.slice(0, 200))
    .catch(''),
  platform: z.string().max(50).catch(''),
  owned_by: z.string().max(50).catch(''),
  managed_status: z
    .string()
    .regex(/^(-?\d{1,3})?$/)
    .catch(''),
  removed: z.enum(['shown', 'hidden']).catch('shown'),
  sort: deviceOrder.catch('device_name'),
})
export type DeviceSearch = z.output<typeof state>

export const everyDevice: DeviceSearch = state.parse({})

/** The state of the list, and the address that keeps it; what is as always stays out of the address. */
export const deviceSearch = z.codec(z.instanceof(URLSearchParams), state, {
  decode: (address) => Object.fromEntries(address) as z.input<typeof state>,
  encode: (search) => {
    const defaults: Record<string, unknown> = everyDevice
    const changed = Object.entries(search).filter(([name, value]) => value !== defaults[name])
    return new URLSearchParams(changed.map(([name, value]) => [name, String(value)]))
  },
})

export const toListInput = (search: DeviceSearch): Input<typeof listDevices> => ({
  limit: search.size,
  offset: (search.page - 1) * search.size,
  search: search.search.trim() || undefined,
  platform: search.platform || undefined,
  owned_by: search.owned_by || undefined,
  managed_status: search.managed_status ? [search.managed_status] : undefined,
  exclude_removed: search.removed === 'hidden' ? true : undefined,
  sort: search.sort,
})

/** A change of the list; whatever decides which rows there are leads back to the first page. */
export const changed = (search: DeviceSearch, change: Partial<DeviceSearch>): DeviceSearch => ({
  ...search,
  page: 1,
  ...change,
})

export const filterNames = ['search', 'platform', 'owned_by', 'managed_status', 'removed'] as const
export type FilterName = (typeof filterNames)[number]

/** The filters that leave devices out: what an empty list is explained with. */
export const activeFilters = (search: DeviceSearch): FilterName[] =>
  filterNames.filter((name) => search[name].trim() !== everyDevice[name])

export const withoutFilters = (search: DeviceSearch): DeviceSearch =>
  changed(search, Object.fromEntries(filterNames.map((name) => [name, everyDevice[name]])))

export const sortColumn = (search: DeviceSearch) => ({
  id: search.sort.replace(/^-/, ''),
  descending: search.sort.startsWith('-'),
})

import type { Input } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import type { DeviceSummary, listDevices } from '#contract/mdm/device-list.ts'
import type { Scalar } from '#contract/wire.ts'

type ListInput = Input<typeof listDevices>
/** Whether a device passes a filter; undefined if its row does not have the field. */
type Test<T> = (device: DeviceSummary, wanted: T) => boolean | undefined

const same = (value: Scalar | undefined, wanted: string) =>
  value === undefined || value === null ? undefined : String(value).toLowerCase() === wanted.toLowerCase()

const tests = {
  managed_status: ({ managed_status: status }, wanted) =>
    status === undefined ? undefined : wanted.includes(String(status)),
  platform: ({ platform_type: platform }, wanted) => same(platform, wanted),
  owned_by: ({ owned_by: owner }, wanted) => same(owner, wanted),
  exclude_removed: ({ is_removed: removed }, wanted) => !wanted || removed !== true,
  // Searched fields are up to the server: checks only that the text occurs anywhere in the row.
  search: (device, wanted) => stringifyJson(device).toLowerCase().includes(wanted.toLowerCase()),
} satisfies { [K in keyof ListInput]?: Test<NonNullable<ListInput[K]>> }

type Filter = keyof typeof tests
export const filterNames = Object.keys(tests) as Filter[]

const test = (name: Filter, device: DeviceSummary, input: ListInput) => {
  const wanted = input[name]
  return wanted === undefined || (tests[name] as Test<unknown>)(device, wanted)
}

/** Whether the row contains the search text. */
export const hasText = (device: DeviceSummary, input: ListInput) => test('search', device, input) === true

/**
 * Requested filters that at least one row does not pass. Search is excluded: it can match fields that rows do not
 * contain.
 */
export const unmetFilters = (rows: readonly DeviceSummary[], input: ListInput): Filter[] =>
  filterNames.filter((name) => name !== 'search' && rows.some((row) => test(name, row, input) === false))

/** Values that no device has, to test filters whose field is missing in rows. */
const nonsense = {
  managed_status: ['98765'],
  platform: 'triptych-no-such-value',
  owned_by: 'triptych-no-such-value',
} satisfies Partial<ListInput>

/** Requested filters whose field is missing in all rows: these do not show whether the server has applied them. */
export const unreportedFilters = (rows: readonly DeviceSummary[], input: ListInput) =>
  (Object.keys(nonsense) as (keyof typeof nonsense)[]).filter(
    (name) => rows.length > 0 && rows.every((row) => test(name, row, input) === undefined),
  )

/** Request that matches no device. */
export const matchingNone = (name: keyof typeof nonsense): ListInput => ({ [name]: nonsense[name], limit: 1 })

/** The devices that pass all filters; undefined if a row lacks a required field. */
export function filtered(rows: readonly DeviceSummary[], input: ListInput): DeviceSummary[] | undefined {
  const tested = rows.map((row) => filterNames.map((name) => test(name, row, input)))
  if (tested.some((all) => all.includes(undefined) && !all.includes(false))) return undefined
  return rows.filter((_, at) => tested[at]?.every((passes) => passes === true))
}

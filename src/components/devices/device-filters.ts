import type { Input } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import type { DeviceSummary, listDevices } from '#contract/mdm/device-list.ts'
import type { Scalar } from '#contract/wire.ts'

type ListInput = Input<typeof listDevices>
/** Whether a device is among those asked for; undefined where its row does not say. */
type Test<T> = (device: DeviceSummary, wanted: T) => boolean | undefined

const same = (value: Scalar | undefined, wanted: string) =>
  value === undefined || value === null ? undefined : String(value).toLowerCase() === wanted.toLowerCase()

const tests = {
  managed_status: ({ managed_status: status }, wanted) =>
    status === undefined ? undefined : wanted.includes(String(status)),
  platform: ({ platform_type: platform }, wanted) => same(platform, wanted),
  owned_by: ({ owned_by: owner }, wanted) => same(owner, wanted),
  exclude_removed: ({ is_removed: removed }, wanted) => !wanted || removed !== true,
  // Which fields a server looks into is its own affair: that something of the row has the text is all one can ask.
  search: (device, wanted) => stringifyJson(device).toLowerCase().includes(wanted.toLowerCase()),
} satisfies { [K in keyof ListInput]?: Test<NonNullable<ListInput[K]>> }

type Filter = keyof typeof tests
export const filterNames = Object.keys(tests) as Filter[]

const test = (name: Filter, device: DeviceSummary, input: ListInput) => {
  const wanted = input[name]
  return wanted === undefined || (tests[name] as Test<unknown>)(device, wanted)
}

/** Whether the row has the text that was searched for. */
export const hasText = (device: DeviceSummary, input: ListInput) => test('search', device, input) === true

/** Filters that were asked for and that some row does not pass. A search may look into what the rows do not carry. */
export const unmetFilters = (rows: readonly DeviceSummary[], input: ListInput): Filter[] =>
  filterNames.filter((name) => name !== 'search' && rows.some((row) => test(name, row, input) === false))

/** Values that no device has, for filters whose rows do not carry what is filtered by. */
const nonsense = {
  managed_status: ['98765'],
  platform: 'triptych-no-such-value',
  owned_by: 'triptych-no-such-value',
} satisfies Partial<ListInput>

/** Filters that the rows say nothing of: they do not show whether the server has applied them. */
export const untoldFilters = (rows: readonly DeviceSummary[], input: ListInput) =>
  (Object.keys(nonsense) as (keyof typeof nonsense)[]).filter(
    (name) => rows.length > 0 && rows.every((row) => test(name, row, input) === undefined),
  )

/** Asks for devices that no server has. */
export const forNothing = (name: keyof typeof nonsense): ListInput => ({ [name]: nonsense[name], limit: 1 })

/** The devices that pass; undefined where some do not say whether they do. */
export function filtered(rows: readonly DeviceSummary[], input: ListInput): DeviceSummary[] | undefined {
  const tested = rows.map((row) => filterNames.map((name) => test(name, row, input)))
  if (tested.some((all) => all.includes(undefined) && !all.includes(false))) return undefined
  return rows.filter((_, at) => tested[at]?.every((passes) => passes === true))
}

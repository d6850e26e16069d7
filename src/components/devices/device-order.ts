import type { DeviceSort, DeviceSummary } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'

type Value = string | number | undefined

/** What a device is sorted by; undefined where its row does not say. */
function sortValue(device: DeviceSummary, column: DeviceSort): Value {
  if (column === 'last_contact_time') return instantOf(device.last_contact_time)?.getTime()
  const found: unknown = column === 'user_name' ? nameOfUser(device) : device[column as keyof DeviceSummary]
  if (typeof found === 'number') return found
  return typeof found === 'string' && found.trim() !== '' ? found : undefined
}

const nameOfUser = (device: DeviceSummary): unknown =>
  device.user?.user_name ?? (device as { user_name?: unknown }).user_name

type Compare = (one: string, other: string) => number
const byCode: Compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0)
const by =
  (keyOf: (text: string) => string): Compare =>
  (one, other) =>
    byCode(keyOf(one), keyOf(other))

/** Servers keep at least so much of a text to sort by. */
const keyLength = 40
/** Without case and marks, numbers by their size. */
const natural = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\d+/g, (digits) => digits.padStart(20, '0'))
    .slice(0, keyLength)

/** Servers do not agree on letters: each of these orders is one. */
const orders: Compare[] = [
  byCode,
  by((text) => text.toLowerCase()),
  by(natural),
  (one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' }),
  (one, other) => one.localeCompare(other, 'en', { sensitivity: 'base', numeric: true }),
]

const partsOf = (sort: string) => ({
  column: sort.replace(/^-/, '') as DeviceSort,
  turn: sort.startsWith('-') ? -1 : 1,
})

/** Whether rows can be what a server makes of this order. Rows that do not say may stand anywhere. */
export function isInOrder(rows: readonly DeviceSummary[], sort: string): boolean {
  const { column, turn } = partsOf(sort)
  const values = rows.map((row) => sortValue(row, column)).filter((value) => value !== undefined)
  const fits = (compare: Compare) =>
    values.every((value, at) => {
      const before = values[at - 1]
      if (before === undefined) return true
      const order =
        typeof before === 'number' && typeof value === 'number' ? before - value : compare(`${before}`, `${value}`)
      return order * turn <= 0
    })
  return orders.some(fits)
}

/** In this order; those that do not say come last. */
export function inOrder(rows: readonly DeviceSummary[], sort: string): DeviceSummary[] {
  const { column, turn } = partsOf(sort)
  return rows.toSorted((one, other) => {
    const [a, b] = [sortValue(one, column), sortValue(other, column)]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    if (typeof a === 'number' && typeof b === 'number') return (a - b) * turn
    return `${a}`.localeCompare(`${b}`, 'en', { sensitivity: 'base', numeric: true }) * turn
  })
}

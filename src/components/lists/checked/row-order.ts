/** Checks whether rows are in the requested order, and sorts them. */

type Value = string | number | undefined
/** Sort value of a row; undefined if the row does not have the column. */
type ValueOf<T> = (row: T, column: string) => Value

type Compare = (one: string, other: string) => number
const byCode: Compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0)
const by =
  (keyOf: (text: string) => string): Compare =>
  (one, other) =>
    byCode(keyOf(one), keyOf(other))

/** Servers compare at least this many characters of a text. */
const keyLength = 40
/** Ignores case and diacritics, and compares numbers by value. */
const natural = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\d+/g, (digits) => digits.padStart(20, '0'))
    .slice(0, keyLength)

/** Collations that servers use; rows in any of these orders count as sorted. */
const orders: Compare[] = [
  byCode,
  by((text) => text.toLowerCase()),
  by(natural),
  (one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' }),
  (one, other) => one.localeCompare(other, 'en', { sensitivity: 'base', numeric: true }),
]

const partsOf = (sort: string) => ({ column: sort.replace(/^-/, ''), turn: sort.startsWith('-') ? -1 : 1 })

/** The opposite sort order. */
export const reversed = <S extends string>(sort: S) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as S

/** Whether any row has the sort column. */
export const revealsOrder = <T>(rows: readonly T[], sort: string, valueOf: ValueOf<T>) =>
  rows.some((row) => valueOf(row, partsOf(sort).column) !== undefined)

/** Whether rows are sorted in one of the known collations. Rows without a value can be at any position. */
export function isInOrder<T>(rows: readonly T[], sort: string, valueOf: ValueOf<T>): boolean {
  const { column, turn } = partsOf(sort)
  const values = rows.map((row) => valueOf(row, column)).filter((value) => value !== undefined)
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

/** Sorts rows; those without a value come last. */
export function inOrder<T>(rows: readonly T[], sort: string, valueOf: ValueOf<T>): T[] {
  const { column, turn } = partsOf(sort)
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one, column), valueOf(other, column)]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    if (typeof a === 'number' && typeof b === 'number') return (a - b) * turn
    return `${a}`.localeCompare(`${b}`, 'en', { sensitivity: 'base', numeric: true }) * turn
  })
}

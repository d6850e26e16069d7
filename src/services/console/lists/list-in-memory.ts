/** A whole list: searched, filtered, ordered, counted and paged as the console's tables do it with rows they have. */
import type { ColumnFilter, ListQuery, Sorting } from '#contract/console/kept-list.ts'

type Value = string | number | Date | undefined
type Test<Row> = (row: Row) => boolean
type Given<Row> = {
  rows: readonly Row[]
  columns: Readonly<Record<string, (row: Row) => Value>>
  /** Columns that usually have few values. */
  choices: readonly string[]
}
export type Criteria<Row> = {
  where: Test<Row>
  /** Which of them are asked for. */
  within: Test<Row>
  /** What is counted of all of them. */
  counts: Readonly<Record<string, Test<Row>>>
  /** The lowest first, where no other order is asked for. */
  rank?: (row: Row) => number
}

/** Values of a column: more than these are no choice. */
const mostOptions = 100

/** As people sort: "Device 9" before "device 10", whatever the case and the accents. */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function listInMemory<Row>({ rows, columns, choices }: Given<Row>) {
  const ranks = new Map<string, Float64Array>()
  /** An export asks for page after page of the same rows. */
  let last: { key: string; order: readonly number[]; counts: Record<string, number> } | undefined
  let options: Record<string, string[]> | undefined

  const valueOf = (column: string) => (Object.hasOwn(columns, column) ? columns[column] : undefined)

  /** The place of every row by a column, equal ones the same; none for a row that has no value. */
  const ranksOf = (column: string): Float64Array => {
    const known = ranks.get(column)
    if (known) return known
    const value = valueOf(column)
    const values = rows.map((row) => plain(value?.(row)))
    const order = [...values.keys()].filter((at) => values[at] !== undefined)
    order.sort((one, other) => compareValues(values[one], values[other]))
    const found = new Float64Array(rows.length).fill(NaN)
    let rank = 0
    order.forEach((at, place) => {
      if (place > 0 && compareValues(values[order[place - 1] ?? 0], values[at]) !== 0) rank += 1
      found[at] = rank
    })
    ranks.set(column, found)
    return found
  }
  const sorted = (order: number[], sort: readonly Sorting[]): readonly number[] => {
    const by = sort
      .filter(({ column }) => valueOf(column))
      .map(({ column, descending }) => ({ ranks: ranksOf(column), descending }))
    if (by.length === 0) return order
    return order.sort((one, other) => {
      for (const { ranks, descending } of by) {
        const difference = byRank(ranks[one] ?? NaN, ranks[other] ?? NaN, descending)
        if (difference !== 0) return difference
      }
      return one - other
    })
  }
  const optionsNow = () => {
    options ??= Object.fromEntries(
      choices.flatMap((column) => {
        const values = new Set(rows.map((row) => String(plain(valueOf(column)?.(row)) ?? '')))
        values.delete('')
        return values.size > mostOptions ? [] : [[column, [...values].sort(compare)] as const]
      }),
    )
    return options
  }

  /** A column that has too many values for a choice is filtered by what it contains. */
  const readAsText = (filter: ColumnFilter): ColumnFilter => {
    const { column, oneOf } = filter
    return oneOf && !optionsNow()[column] ? { column, contains: oneOf[0] } : filter
  }

  const matching = ({ filters = [], sort = [] }: ListQuery, { where, within, counts, rank }: Criteria<Row>) => {
    const passes = filters.map((filter) => filterOf(readAsText(filter), valueOf(filter.column)))
    const tests = Object.entries(counts)
    const counted = tests.map(() => 0)
    const order: number[] = []
    rows.forEach((row, at) => {
      if (!where(row)) return
      tests.forEach(([, test], which) => (counted[which] = (counted[which] ?? 0) + Number(test(row))))
      if (within(row) && passes.every((pass) => pass(row))) order.push(at)
    })
    const rankAt = new Map(rank && sort.length === 0 ? order.map((at) => [at, rank(rows[at] as Row)]) : [])
    if (rankAt.size > 0) order.sort((one, other) => (rankAt.get(one) ?? 0) - (rankAt.get(other) ?? 0) || one - other)
    return {
      order: sorted(order, sort),
      counts: Object.fromEntries(tests.map(([name], which) => [name, counted[which] ?? 0])),
    }
  }

  return (query: ListQuery, criteria: Criteria<Row>) => {
    const { offset, limit, fresh: _, ...asked } = query
    const key = JSON.stringify(asked)
    if (last?.key !== key) last = { key, ...matching(query, criteria) }
    const { order, counts } = last
    const shown = order.slice(offset, offset + limit).flatMap((at) => rows[at] ?? [])
    return { rows: shown, total: order.length, options: optionsNow(), counts }
  }
}

/** All words of a text, anywhere in what is said of a row. */
export function hasWords<Row>(text: string, said: (row: Row) => readonly (string | undefined)[]): Test<Row> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  return (row) => {
    const texts = said(row).join('\n').toLowerCase()
    return words.every((word) => texts.includes(word))
  }
}

const plain = (value: Value) => (value instanceof Date ? value.getTime() : value)

const compareValues = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other))

/** What has no value comes last, whichever way. */
function byRank(one: number, other: number, descending: boolean): number {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number(Number.isNaN(one)) - Number(Number.isNaN(other))
  return descending ? other - one : one - other
}

/** A column that is not there has no values. */
function filterOf<Row>({ contains, oneOf, from, to }: ColumnFilter, value: (row: Row) => Value = () => undefined) {
  const wanted = contains === undefined ? undefined : folded(contains.trim())
  const among = oneOf && new Set(oneOf)
  return (row: Row): boolean => {
    const found = plain(value(row))
    if (wanted !== undefined && !folded(String(found ?? '')).includes(wanted)) return false
    if (among && !among.has(String(found ?? ''))) return false
    if (from === undefined && to === undefined) return true
    return typeof found === 'number' && found >= (from ?? -Infinity) && found <= (to ?? Infinity)
  }
}

/** Search, filter, sort, count and paging of a complete list, equivalent to client-side tables. */
import type { ColumnFilter, ListQuery, Sorting } from '#contract/console/cached-list.ts'

/**
 * What a query needs of the annotations, which are not part of the list. In JSON: to pass 100,000 values between threads
 * one by one would block both.
 */
export type OfAnnotations = {
  /** Identifiers of the rows that a filter by annotations found, if there is one. */
  among?: string | undefined
  /** Pairs of identifier and value of each column to sort by, in parts. */
  sortValues?: Readonly<Record<string, readonly string[]>> | undefined
}

type Value = string | number | Date | undefined
type Test<Row> = (row: Row, at: number) => boolean
type Given<Row> = {
  rows: readonly Row[]
  columns: Readonly<Record<string, (row: Row) => Value>>
  /** Columns with few values, for filter choices. */
  choices: readonly string[]
  /** Counts that do not depend on the query. */
  counts?: Criteria<Row>['counts']
  searches?: readonly { prepare: () => void }[]
}
export type Criteria<Row> = {
  where: Test<Row>
  /** Rows to include. */
  within: Test<Row>
  /** Counted conditions. */
  counts: Readonly<Record<string, Test<Row>>>
  /** Default order, lowest first. */
  rank?: (row: Row) => number
  /** A further filter, whose results are not kept. */
  only?: Test<Row> | undefined
  /** Further columns to sort by, whose order is not kept. */
  further?: Readonly<Record<string, (row: Row) => Value>> | undefined
}

/** Longer lists are not prepared, since that would block the thread for seconds. */
const maxPrepared = 200_000
/** Columns with more values have no filter choices. */
const maxOptions = 100

/** Natural order: "Device 9" before "device 10", ignoring case and accents. */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const folded = (text: string) =>
  isAscii.test(text) ? text.toLowerCase() : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const isAscii = /^[\x20-\x7e]*$/
/** Lowercase comparison decides most cases. */
const hasFolded = (text: string, wanted: string) =>
  text.toLowerCase().includes(wanted) || (!isAscii.test(text) && folded(text).includes(wanted))

/** Criteria of a query by annotations: of rows with one of these identifiers, and sorted by their values. */
export function byAnnotations<Row>(
  { among, sortValues }: OfAnnotations,
  identifiersOf: (row: Row) => readonly string[],
): Pick<Criteria<Row>, 'only' | 'further'> {
  const wanted = among === undefined ? undefined : new Set(JSON.parse(among) as string[])
  const valueIn = (parts: readonly string[]) => {
    const values = new Map(parts.flatMap((part) => JSON.parse(part) as [string, string | number][]))
    return (row: Row) => {
      const identifier = identifiersOf(row).find((one) => values.has(one))
      return identifier === undefined ? undefined : values.get(identifier)
    }
  }
  return {
    only: wanted && ((row) => identifiersOf(row).some((identifier) => wanted.has(identifier))),
    further:
      sortValues && Object.fromEntries(Object.entries(sortValues).map(([column, parts]) => [column, valueIn(parts)])),
  }
}

export function listInMemory<Row>({ rows, columns, choices, counts: countsOfAll, searches = [] }: Given<Row>) {
  const ranks = new Map<string, Float64Array>()
  const orders = new Map<string, Uint32Array>()
  const countsOf = keptCounts(rows)
  /** Cached for exports, which request many pages of the same query. */
  let last: { key: string; order: readonly number[]; counts: Record<string, number> } | undefined
  let options: Record<string, string[]> | undefined

  const valueOf = (column: string) => (Object.hasOwn(columns, column) ? columns[column] : undefined)

  /** Rank of each row by a column, equal for equal values; NaN without a value. */
  const ranksOf = (column: string): Float64Array => {
    const known = ranks.get(column)
    if (known) return known
    const value = valueOf(column)
    const values = rows.map((row) => plain(value?.(row)))
    if (values.every((one) => one === undefined || typeof one === 'number')) {
      const numbers = Float64Array.from(values, (one) => one ?? NaN)
      ranks.set(column, numbers)
      return numbers
    }
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
  /** All rows sorted by a column, from which filtered pages are selected without sorting again. */
  const orderOf = ({ column, descending }: Sorting): Uint32Array => {
    const key = `${column} ${descending}`
    const known = orders.get(key)
    if (known) return known
    const ranks = ranksOf(column)
    const order = Uint32Array.from(rows.keys())
    order.sort((one, other) => byRank(ranks[one] ?? NaN, ranks[other] ?? NaN, descending) || one - other)
    orders.set(key, order)
    return order
  }
  const sorted = (
    order: number[],
    sort: readonly Sorting[],
    further: Criteria<Row>['further'] = {},
  ): readonly number[] => {
    const columns = sort.filter(({ column }) => valueOf(column) ?? further[column])
    const [only, ...others] = columns
    if (!only) return order
    if (others.length === 0 && valueOf(only.column) && order.length > rows.length / 20) {
      const isIn = new Uint8Array(rows.length)
      for (const at of order) isIn[at] = 1
      const picked: number[] = []
      for (const at of orderOf(only)) if (isIn[at] === 1) picked.push(at)
      return picked
    }
    const by = columns.map(({ column, descending }) => {
      const value = further[column]
      return { ranks: value ? ranksAmong(rows, order, value) : ranksOf(column), descending }
    })
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
        return values.size > maxOptions ? [] : [[column, [...values].sort(compare)] as const]
      }),
    )
    return options
  }

  /** Columns without filter choices are filtered by contained text. */
  const readAsText = (filter: ColumnFilter): ColumnFilter => {
    const { column, oneOf } = filter
    return oneOf && !optionsNow()[column] ? { column, contains: oneOf[0] } : filter
  }

  const matching = ({ filters = [], sort = [] }: ListQuery, criteria: Criteria<Row>) => {
    const { where, within, counts, rank, only, further } = criteria
    const passes = filters.map((filter) => filterOf(readAsText(filter), valueOf(filter.column)))
    const counted = countsOf(counts)
    const order: number[] = []
    for (const [at, row] of rows.entries()) {
      if (!where(row, at)) continue
      counted.add(at)
      if (within(row, at) && passes.every((pass) => pass(row)) && (!only || only(row, at))) order.push(at)
    }
    const rankAt = new Map(rank && sort.length === 0 ? order.map((at) => [at, rank(rows[at] as Row)]) : [])
    if (rankAt.size > 0) order.sort((one, other) => (rankAt.get(one) ?? 0) - (rankAt.get(other) ?? 0) || one - other)
    return {
      order: sorted(order, sort, further),
      counts: counted.sums(),
    }
  }

  const page = (query: ListQuery, criteria: Criteria<Row>) => {
    const { offset, limit, fresh: _, ...asked } = query
    const key = JSON.stringify(asked)
    const isKept = !criteria.only && !criteria.further
    if (isKept && last?.key !== key) last = { key, ...matching(query, criteria) }
    const { order, counts } = isKept && last ? last : matching(query, criteria)
    const shown = order.slice(offset, offset + limit).flatMap((at) => rows[at] ?? [])
    return { rows: shown, total: order.length, options: optionsNow(), counts }
  }
  /** Prepares the first query while idle: performs one step and returns whether more remain. */
  const steps = [
    () => void optionsNow(),
    () => void (countsOfAll && countsOf(countsOfAll)),
    ...searches.map(({ prepare }) => prepare),
    ...Object.keys(columns).flatMap((column) =>
      [false, true].map((descending) => () => void orderOf({ column, descending })),
    ),
  ]
  const prepare = (): boolean => {
    if (rows.length > maxPrepared) return false
    steps.shift()?.()
    return steps.length > 0
  }
  return Object.assign(page, { prepare })
}

/** Caches which counts include each row, since there are few combinations. */
function keptCounts<Row>(rows: readonly Row[]) {
  let known: { of: Criteria<Row>['counts']; kinds: string[]; kindAt: Uint32Array } | undefined
  return (counts: Criteria<Row>['counts']) => {
    const tests = Object.entries(counts)
    if (known?.of !== counts) known = { of: counts, ...kindsOf(rows, tests) }
    const { kinds, kindAt } = known
    const counted = new Uint32Array(kinds.length)
    return {
      add: (at: number) => {
        const kind = kindAt[at] ?? 0
        counted[kind] = (counted[kind] ?? 0) + 1
      },
      sums: () => {
        const sumOf = (which: number) =>
          kinds.reduce((sum, kind, at) => (kind[which] === '1' ? sum + (counted[at] ?? 0) : sum), 0)
        return Object.fromEntries(tests.map(([name], which) => [name, sumOf(which)]))
      },
    }
  }
}

/** Combinations as bit strings: `01` means the second of two counts. */
function kindsOf<Row>(rows: readonly Row[], tests: readonly [string, Test<Row>][]) {
  if (tests.length === 0) return { kinds: [], kindAt: new Uint32Array() }
  const places = new Map<string, number>()
  const kindAt = Uint32Array.from(rows, (row, at) => {
    let kind = ''
    for (const [, test] of tests) kind += test(row, at) ? '1' : '0'
    const place = places.get(kind) ?? places.size
    places.set(kind, place)
    return place
  })
  return { kinds: [...places.keys()], kindAt }
}

/** Ranks of some rows by a column. Few of its values differ, such as owners: only these are compared as texts. */
function ranksAmong<Row>(rows: readonly Row[], order: readonly number[], valueOf: (row: Row) => Value): Float64Array {
  const values = order.map((at) => plain(valueOf(rows[at] as Row)))
  const distinct = [...new Set(values)].filter((value) => value !== undefined).sort(compareValues)
  const rankOf = new Map(distinct.map((value, rank) => [value, rank]))
  const ranks = new Float64Array(rows.length).fill(NaN)
  order.forEach((at, place) => {
    const value = values[place]
    if (value !== undefined) ranks[at] = rankOf.get(value) ?? NaN
  })
  return ranks
}

const plain = (value: Value) => (value instanceof Date ? value.getTime() : value)

const compareValues = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other))

/** Rows without a value come last in both directions. */
function byRank(one: number, other: number, descending: boolean): number {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number(Number.isNaN(one)) - Number(Number.isNaN(other))
  return descending ? other - one : one - other
}

/** Unknown columns have no values. */
function filterOf<Row>({ contains, oneOf, from, to }: ColumnFilter, value: (row: Row) => Value = () => undefined) {
  const wanted = contains === undefined ? undefined : folded(contains.trim())
  const among = oneOf && new Set(oneOf)
  return (row: Row): boolean => {
    const found = plain(value(row))
    if (wanted !== undefined && !hasFolded(String(found ?? ''), wanted)) return false
    if (among && !among.has(String(found ?? ''))) return false
    if (from === undefined && to === undefined) return true
    return typeof found === 'number' && found >= (from ?? -Infinity) && found <= (to ?? Infinity)
  }
}

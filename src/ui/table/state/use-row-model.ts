import { useMemo, useState } from 'react'
import type { Column, Filters, Sort } from '#ui/table/column.ts'
import { filterPasses } from './column-filter.ts'
import { compareValues } from './compare-values.ts'

type Given<T> = {
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowId: (row: T) => string
  sorts: readonly Sort[]
  filters: Filters
}

export type TableRow<T> = { id: string; original: T }

/** The rows as they are shown: filtered and sorted. */
export function useRowModel<T>({ rows, columns, rowId, sorts, filters }: Given<T>): readonly TableRow<T>[] {
  const rowOf = useKeptRows(rowId)
  // oxlint-disable-next-line react/exhaustive-deps -- a new function says the same of the same rows
  const all = useMemo(() => rows.map(rowOf), [rows])
  const ranks = useMemo(() => ranksBy(rows, columns), [rows, columns])
  const [order, wanted] = [JSON.stringify(sorts), JSON.stringify(filters)]
  return useMemo(() => {
    const left = filtered(rows, columns, JSON.parse(wanted) as Filters)
    const by = (JSON.parse(order) as Sort[]).flatMap(({ id, descending }) => {
      const ranked = ranks(id)
      return ranked ? [{ ranked, descending }] : []
    })
    if (by.length > 0) left.sort(inOrder(by))
    return left.flatMap((at) => all[at] ?? [])
  }, [rows, columns, all, ranks, order, wanted])
}

/** A row that stays among others stays the same, so that it is not drawn again. */
function useKeptRows<T>(rowId: (row: T) => string) {
  const [kept] = useState(() => new WeakMap<object, TableRow<T>>())
  return (original: T): TableRow<T> => {
    const id = rowId(original)
    if (typeof original !== 'object' || original === null) return { id, original }
    const before = kept.get(original)
    if (before?.id === id) return before
    const row = { id, original }
    kept.set(original, row)
    return row
  }
}

/** The places of the rows that pass every filter. */
function filtered<T>(rows: readonly T[], columns: readonly Column<T>[], filters: Filters): number[] {
  const places = [...rows.keys()]
  const byColumn = columns.filter(({ id }) => filters[id] !== undefined)
  if (byColumn.length === 0) return places
  return places.filter((at) =>
    byColumn.every(({ id, kind, value }) => filterPasses(kind, value?.(rows[at] as T), filters[id] ?? [])),
  )
}

type Ranked = { ranked: Float64Array; descending: boolean }

/** By each column in turn; rows without a value last in either direction, and equal ones as they came. */
const inOrder = (by: readonly Ranked[]) => (one: number, other: number) => {
  for (const { ranked, descending } of by) {
    const [rank = none, otherRank = none] = [ranked[one], ranked[other]]
    if (rank === otherRank) continue
    if (rank === none) return 1
    if (otherRank === none) return -1
    return descending ? otherRank - rank : rank - otherRank
  }
  return 0
}

/** Of a row without a value. */
const none = -1

/** The place of every row by a column, equal ones the same: texts are compared once, however often one sorts. */
function ranksBy<T>(rows: readonly T[], columns: readonly Column<T>[]) {
  const known = new Map<string, Float64Array>()
  return (id: string): Float64Array | undefined => {
    const column = columns.find((one) => one.id === id)
    const ranks = known.get(id) ?? (column && ranksOf(column, rows))
    if (ranks) known.set(id, ranks)
    return ranks
  }
}

function ranksOf<T>({ value }: Column<T>, rows: readonly T[]): Float64Array {
  const values = rows.map((row) => value?.(row))
  const order = [...values.keys()].filter((at) => values[at] !== undefined)
  order.sort((one, other) => compareValues(values[one], values[other]))
  const ranks = new Float64Array(rows.length).fill(none)
  let rank = 0
  order.forEach((index, at) => {
    if (at > 0 && compareValues(values[order[at - 1] ?? 0], values[index]) !== 0) rank++
    ranks[index] = rank
  })
  return ranks
}

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

/** The filtered and sorted rows. */
export function useRowModel<T>({ rows, columns, rowId, sorts, filters }: Given<T>): readonly TableRow<T>[] {
  const rowOf = useStableRows(rowId)
  // oxlint-disable-next-line react/exhaustive-deps -- a new rowId returns the same ids for the same rows
  const all = useMemo(() => rows.map(rowOf), [rows])
  const ranks = useMemo(() => ranksBy(rows, columns), [rows, columns])
  const [order, wanted] = [JSON.stringify(sorts), JSON.stringify(filters)]
  return useMemo(() => {
    const left = filtered(rows, columns, JSON.parse(wanted) as Filters)
    // The least significant sort is applied first: each sort is stable.
    const sorted = (JSON.parse(order) as Sort[]).reduceRight((places, { id, descending }) => {
      const ranked = ranks(id)
      return ranked ? inOrder(places, ranked, descending) : places
    }, left)
    return sorted.map((at) => all[at] as TableRow<T>)
  }, [rows, columns, all, ranks, order, wanted])
}

/** Returns the same object for the same row, so that memoized rows are not rendered again. */
function useStableRows<T>(rowId: (row: T) => string) {
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

/** Indexes of the rows that pass all filters. */
function filtered<T>(rows: readonly T[], columns: readonly Column<T>[], filters: Filters): number[] {
  const places = [...rows.keys()]
  const byColumn = columns.filter(({ id }) => filters[id] !== undefined)
  if (byColumn.length === 0) return places
  return places.filter((at) =>
    byColumn.every(({ id, kind, value }) => filterPasses(kind, value?.(rows[at] as T), filters[id] ?? [])),
  )
}

/**
 * For each row, the rank of its value among the distinct values of a column. Rows without a value have rank `values`,
 * the last.
 */
type Ranked = { places: Uint32Array; values: number }

/** Stable bucket sort by rank. Rows without a value are last in both directions. */
function inOrder(rows: readonly number[], { places, values }: Ranked, descending: boolean): number[] {
  const slots = Array.from({ length: values + 1 }, (): number[] => [])
  for (const row of rows) {
    const place = places[row] ?? values
    slots[descending && place < values ? values - 1 - place : place]?.push(row)
  }
  return slots.flat()
}

/** Ranks by column, cached: texts are compared once, not on every sort. */
function ranksBy<T>(rows: readonly T[], columns: readonly Column<T>[]) {
  const known = new Map<string, Ranked>()
  return (id: string): Ranked | undefined => {
    const column = columns.find((one) => one.id === id)
    const ranks = known.get(id) ?? (column && ranksOf(column, rows))
    if (ranks) known.set(id, ranks)
    return ranks
  }
}

function ranksOf<T>({ value }: Column<T>, rows: readonly T[]): Ranked {
  const found = rows.map((row) => value?.(row))
  const different = [...new Set(found)].filter((one) => one !== undefined).sort(compareValues)
  const ranks = new Map<string | number | undefined, number>()
  let values = 0
  different.forEach((one, at) => {
    if (at > 0 && compareValues(different[at - 1], one) !== 0) values++
    ranks.set(one, values)
  })
  if (different.length > 0) values++
  return { places: Uint32Array.from(found, (one) => ranks.get(one) ?? values), values }
}

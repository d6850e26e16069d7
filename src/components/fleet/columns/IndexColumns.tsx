import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call } from '#api/call.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { fieldColumn } from '#components/fleet/query-columns.ts'
import { untilFilled } from '#components/fleet/until-filled.ts'
import { useSiteCatalog } from '#components/fleet/use-catalog.ts'
import type { Output } from '#contract/endpoint.ts'
import type { FleetField } from '#contract/fleet/field.ts'
import { maxThings, type readDeviceValues } from '#contract/fleet/fleet-endpoints.ts'
import type { Column } from '#ui/table/column.ts'
import { furtherPrefix, type WidenedTable } from '#ui/table/further-columns.ts'
import { absoluteTime } from '#ui/values/moment.ts'
import { type WidenedList, widenedList } from './widened-lists.ts'

type Answer = Output<typeof readDeviceValues>
type RowsByKey = Map<string, Answer['rows'][number]>

/** Columns of a list with values from the index. */
export function IndexColumns(table: WidenedTable) {
  const list = widenedList(table.csv)
  return list && <OfList {...table} list={list} />
}

function OfList({ list, rows, ids: columns, onColumns }: WidenedTable & { list: WidenedList }) {
  const catalog = useSiteCatalog(list.of)
  const names = columns.map((id) => id.slice(furtherPrefix.length)).filter((name) => catalog?.has(name))
  const asked = names.toSorted().join()
  const parts = partsOf(rows.map(list.idOf))
  const answers = useQueries({
    queries: (asked === '' ? [] : parts).map((ids) =>
      Object.assign(query(list.values, { ids, columns: asked.split(',') }), { refetchInterval: untilFilled }),
    ),
  })
  // Includes rows of earlier pages, which may be selected and exported.
  const [seen] = useState(() => new Map<string, RowsByKey>())
  const known = seen.get(asked) ?? new Map<string, Answer['rows'][number]>()
  seen.set(asked, known)
  const found = answers.flatMap(({ data }) => data ?? [])
  for (const row of found.flatMap((answer) => answer.rows)) known.set(row.id, row)
  const problem = answers.flatMap(({ error }) => (error ? problemOf(error).message : []))[0]
  const version = answers.map(({ dataUpdatedAt, errorUpdatedAt }) => `${dataUpdatedAt} ${errorUpdatedAt}`).join()
  const state = found[0]?.state
  const made = useMemo(() => {
    const standing: Standing = {
      known,
      asOf: state?.asOf,
      isThere: state !== undefined,
      isWhole: !state?.withoutRecords,
      problem,
    }
    return names.flatMap((name) => {
      const field = catalog?.get(name)
      return field ? [columnOf(list, field, standing, asked)] : []
    })
    // oxlint-disable-next-line react/exhaustive-deps -- unchanged for unchanged responses
  }, [list, catalog, columns.join(), version])
  // The table, which renders the columns.
  useEffect(() => onColumns(made), [made, onColumns])
  return null
}

type Standing = {
  known: RowsByKey
  asOf: number | undefined
  isThere: boolean
  isWhole: boolean
  problem: string | undefined
}

function columnOf(list: WidenedList, field: FleetField, standing: Standing, asked: string): Column<unknown> {
  const { known, asOf, isThere, isWhole, problem } = standing
  const { idOf, values, subject } = list
  const column = fieldColumn<unknown>(field, (row) => known.get(idOf(row))?.values[field.name], {
    id: furtherPrefix + field.name,
    priority: 2,
  })
  const why = problem ?? `Sort by it on ${subject.one === 'device' ? 'Devices' : 'Desktops'}, Query`
  const instead = (row: unknown) => {
    const found = known.get(idOf(row))
    if (found) return found.isRead ? '–' : isWhole ? 'Not read yet' : 'Not reported'
    return problem === undefined && !isThere ? '…' : 'Not in the index'
  }
  return {
    ...column,
    note: asOf === undefined ? why : `From the index, as of ${absoluteTime(new Date(asOf))}. ${why}`,
    cell: (row) => (column.value?.(row) === undefined ? instead(row) : column.cell(row)),
    prepare: async (rows) => {
      for (const ids of partsOf(rows.map(idOf).filter((id) => !known.has(id)))) {
        const answer = await call(values, { ids, columns: asked.split(',') })
        for (const row of answer.rows) known.set(row.id, row)
      }
    },
  }
}

function partsOf(ids: readonly string[]): string[][] {
  const all = [...new Set(ids.filter(Boolean))]
  return Array.from({ length: Math.ceil(all.length / maxThings) }, (_, at) =>
    all.slice(at * maxThings, (at + 1) * maxThings),
  )
}

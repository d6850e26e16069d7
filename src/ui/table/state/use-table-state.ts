import { useMemo, useState } from 'react'
import type { Address } from '#ui/table/address.ts'
import type { Column, Filters, ServerPage, Sort } from '#ui/table/column.ts'
import { useStored } from './stored.ts'
import {
  columnChoiceIn,
  filtersIn,
  isFilter,
  onFirstPage,
  sortsIn,
  withColumnChoice,
  withFilters,
  withSorts,
} from './table-address.ts'
import { columnsShown, type TableLayout, tableLayout, defaultLayout } from './table-layout.ts'

type Given<T> = {
  columns: readonly Column<T>[]
  server: ServerPage | undefined
  address: Address | undefined
  storageKey: string | undefined
}

export type TableState<T> = ReturnType<typeof useTableState<T>>

/**
 * Columns, sort order and filters of a table. Those in the URL take precedence over the settings stored in the browser,
 * so that a link shows the same to all users.
 */
export function useTableState<T>({ columns, server, address, storageKey }: Given<T>) {
  const [stored, store] = useStored(storageKey ?? '', tableLayout, defaultLayout)
  const asked = server?.inAddress ? undefined : server
  const ordered = useOrder(columns, asked, address)
  const filtered = useFilters(columns, asked, address)

  const linked = address && columnChoiceIn(address[0])
  const text = linked && JSON.stringify(linked)
  const layout = useMemo(
    (): TableLayout => ({ ...stored, ...(text && (JSON.parse(text) as typeof linked)) }),
    [stored, text],
  )
  const shown = useMemo(() => columnsShown(columns, layout), [columns, layout])

  const setLayout = (next: TableLayout) => {
    if (!linked || !address) return store(next)
    const names = next.columns ?? shown.map(({ id }) => id)
    address[1]((now) => withColumnChoice(now, { ...next, columns: names }), quietly)
    store({ ...next, columns: stored.columns, pinned: stored.pinned })
  }
  const resetLayout = () => {
    if (linked) address?.[1]((now) => withColumnChoice(now, undefined), quietly)
    store(defaultLayout)
  }
  const isDefault = layout.columns === undefined
  return { shown, layout, setLayout, resetLayout, isDefault, isLinked: linked !== undefined, ...ordered, ...filtered }
}

const quietly = { replace: true, preventScrollReset: true }

function useOrder<T>(columns: readonly Column<T>[], server: ServerPage | undefined, address: Address | undefined) {
  const [local, setLocal] = useState<readonly Sort[]>([])
  const here = server || !address ? local : sortsIn(address[0])
  const sorts = server ? (server.sort ? [server.sort] : []) : here.filter(({ id }) => canSort(columns, id))
  const latestSorts = (): readonly Sort[] => {
    const latest = server?.latestSort?.()
    if (latest) return [latest]
    return !server && address ? sortsIn(address[2]()).filter(({ id }) => canSort(columns, id)) : sorts
  }
  const setSorts = (next: readonly Sort[]) => {
    if (server) server.onChange({ sort: next[0], offset: 0 })
    else if (address) address[1]((now) => onFirstPage(withSorts(now, next)), quietly)
    else setLocal(next)
  }
  /**
   * Toggles between ascending and descending; with `besides`, a third time removes the column. Servers sort by one
   * column only.
   */
  const sortBy = (id: string, besides: boolean) => {
    // Clicks in quick succession must build on each other and not on the last rendered order.
    const sorts = latestSorts()
    const sorted = sorts.find((sort) => sort.id === id)
    if (server || !besides) return setSorts([{ id, descending: sorted?.descending === false }])
    if (!sorted) return setSorts([...sorts, { id, descending: false }])
    const flipped = sorted.descending ? [] : [{ id, descending: true }]
    setSorts(sorts.flatMap((sort) => (sort.id === id ? flipped : sort)))
  }
  return { sorts, setSorts, sortBy }
}

const canSort = <T>(columns: readonly Column<T>[], wanted: string) =>
  columns.some(({ id, sortable }) => id === wanted && sortable)

function useFilters<T>(columns: readonly Column<T>[], server: ServerPage | undefined, address: Address | undefined) {
  const [local, setLocal] = useState<Filters>({})
  const here = server ? (server.filters ?? {}) : address ? filtersIn(address[0]) : local
  const filters = Object.fromEntries(
    columns.flatMap(({ id, filter }) => {
      const wanted = here[id]
      return filter && isFilter(wanted) ? [[id, wanted] as const] : []
    }),
  )
  const setFilters = (edit: (filters: Filters) => Filters) => {
    if (server) server.onChange({ filters: edit(server.filters ?? {}), offset: 0 })
    else if (address) address[1]((now) => onFirstPage(withFilters(now, edit(filtersIn(now)))), quietly)
    else setLocal(edit)
  }
  return { filters, setFilters }
}

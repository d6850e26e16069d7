import * as z from 'zod/mini'
import type { Column } from '#ui/table/column.ts'

export const densities = ['comfortable', 'compact'] as const
const ids = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500))

/** Display settings of a table. Contains no data of its rows. */
export const tableLayout = z.object({
  /** Ids of the visible columns in order; absent for the default columns. */
  columns: z.optional(ids),
  /** Ids of the columns that stay in place when scrolling horizontally. */
  pinned: z._default(ids, []),
  /** Widths in pixels by column id. */
  widths: z._default(z.record(z.string(), z.number().check(z.minimum(48), z.maximum(2000))), {}),
  density: z._default(z.enum(densities), 'comfortable'),
})
export type TableLayout = z.output<typeof tableLayout>
/** The part of the layout that links contain. */
export type ColumnChoice = Pick<TableLayout, 'columns' | 'pinned'>

export const defaultLayout: TableLayout = tableLayout.parse({})
export const [narrowestPx, widestPx] = [48, 2000]
const defaultPx = 150

/** The visible columns in display order, pinned ones first. The first column of the table is always visible. */
export function columnsShown<T>(all: readonly Column<T>[], { columns, pinned }: ColumnChoice): readonly Column<T>[] {
  const byDefault = all.filter(({ hidden }, index) => index === 0 || !hidden)
  const wanted = columns?.flatMap((id) => all.find((column) => column.id === id) ?? [])
  const [main] = all
  const shown = !wanted ? byDefault : main && !wanted.includes(main) ? [main, ...wanted] : wanted
  const isPinned = ({ id }: Column<T>) => pinned.includes(id)
  return [...new Set([...shown.filter(isPinned), ...shown])]
}

/** Shows a column, as the last one, or hides it. */
export function withColumn<T, L extends ColumnChoice>(all: readonly Column<T>[], layout: L, id: string, show: boolean) {
  const others = columnsShown(all, layout).flatMap((column) => (column.id === id ? [] : column.id))
  return { ...layout, columns: show ? [...others, id] : others, pinned: layout.pinned.filter((pin) => pin !== id) }
}

/** Moves a column to the position of another one: after it, if it came from before it. */
export function withMoved<T, L extends ColumnChoice>(all: readonly Column<T>[], layout: L, id: string, to: string): L {
  const order = columnsShown(all, layout).map((column) => column.id)
  const [from, at] = [order.indexOf(id), order.indexOf(to)]
  if (from < 0 || at < 0 || from === at) return layout
  order.splice(from, 1)
  order.splice(at, 0, id)
  // A column moved among pinned columns becomes pinned, otherwise unpinned.
  const others = layout.pinned.filter((pin) => pin !== id)
  return { ...layout, columns: order, pinned: layout.pinned.includes(to) ? [...others, id] : others }
}

export const withPinned = <L extends ColumnChoice>(layout: L, id: string, pin: boolean): L => ({
  ...layout,
  pinned: pin ? [...layout.pinned, id] : layout.pinned.filter((pinned) => pinned !== id),
})

export const withWidth = (layout: TableLayout, id: string, widthPx: number): TableLayout => ({
  ...layout,
  widths: { ...layout.widths, [id]: Math.round(Math.min(widestPx, Math.max(narrowestPx, widthPx))) },
})

/** Whether all widths are in pixels: required once the user has set a width or pinned a column. */
export const isExact = ({ pinned, widths }: TableLayout) => pinned.length > 0 || Object.keys(widths).length > 0

export const widthPxOf = <T>({ id, width }: Column<T>, { widths }: TableLayout): number =>
  widths[id] ?? (typeof width === 'number' ? width : defaultPx)

import type { ReactNode } from 'react'
import { later } from '#ui/layout/later.ts'
import type { Column } from './column.ts'
import type { RowSource } from './further.ts'

/** Prefix of the ids of columns that are not defined by the table itself. */
export const furtherPrefix = 'index.'

/** A table with further columns, given by `ids`. `onColumns` receives them whenever their values change. */
export type WidenedTable = {
  csv: RowSource | undefined
  rows: readonly unknown[]
  ids: readonly string[]
  onColumns: (columns: readonly Column<unknown>[]) => void
}
/** Offers columns that `columns` does not contain yet. */
export type ColumnOffer = {
  csv: RowSource | undefined
  columns: readonly Pick<Column<never>, 'id'>[]
  onAdd: (id: string) => void
}
type Load = () => Promise<{
  IndexColumns: (table: WidenedTable) => ReactNode
  ColumnChoice: (offer: ColumnOffer) => ReactNode
}>
const { promise, resolve } = Promise.withResolvers<Load>()

/** Rendered once the provider of further columns is loaded; the table does not wait for it. */
export const FurtherColumns = later(async () => (await (await promise)()).IndexColumns)
export const FurtherChoice = later(async () => (await (await promise)()).ColumnChoice)
export const offerFurtherColumns = (load: Load) => resolve(load)

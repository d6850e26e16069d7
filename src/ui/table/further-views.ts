import type { ReactNode } from 'react'
import { later } from '#ui/layout/later.ts'
import type { RowSource } from './further.ts'

export type ViewedTable = {
  /** URL parameters that a saved view contains. */
  search: string
  columns: readonly string[]
  csv: RowSource | undefined
}

type Load = () => Promise<(table: ViewedTable) => ReactNode>
const { promise, resolve } = Promise.withResolvers<Load>()

/** Shared views, listed below the user's own. Rendered as soon as their code has loaded, which nothing waits for. */
export const FurtherViews = later(async () => (await promise)())
export const offerFurtherViews = (load: Load) => resolve(load)

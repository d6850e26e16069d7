import type { ReactNode } from 'react'
import { later } from '#ui/layout/later.ts'
import type { Asking } from './further.ts'

export type ViewedTable = {
  /** What a view keeps of the address. */
  search: string
  columns: readonly string[]
  csv: Asking | undefined
}

type Load = () => Promise<(table: ViewedTable) => ReactNode>
const { promise, resolve } = Promise.withResolvers<Load>()

/** Views of others, below one's own: there as soon as whoever knows them is loaded, and nobody waits for it. */
export const FurtherViews = later(async () => (await promise)())
export const offerFurtherViews = (load: Load) => resolve(load)

/** Lists that their server does not paginate: the console reads them whole, caches them briefly, and paginates. */
import * as z from 'zod/mini'
import { maxRows } from '#contract/page.ts'
import { own } from '#contract/session.ts'

/** Column filter: contained text, one of several values, or a numeric range. */
const columnFilter = z.object({
  column: z.string().check(z.maxLength(310)),
  contains: z.optional(z.string().check(z.maxLength(200))),
  oneOf: z.optional(z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(500))),
  /** Epoch milliseconds for times. */
  from: z.optional(z.number()),
  to: z.optional(z.number()),
})
export type ColumnFilter = z.output<typeof columnFilter>

const sorting = z.object({ column: z.string().check(z.maxLength(310)), descending: z.boolean() })
export type Sorting = z.output<typeof sorting>

export const listQuery = {
  /** All words must occur anywhere in the row's texts; case-insensitive. */
  search: z.optional(z.string().check(z.maxLength(200))),
  filters: z.optional(z.array(columnFilter).check(z.maxLength(50))),
  sort: z.optional(z.array(sorting).check(z.maxLength(10))),
  offset: z._default(z.int().check(z.minimum(0)), 0),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(maxRows)), 50),
  /** Bypasses the cache. */
  fresh: z.optional(z.boolean()),
}
export type ListQuery = z.output<z.ZodMiniObject<typeof listQuery>>

export const pageOfList = <T extends z.ZodMiniType>(row: T) => ({
  rows: z.array(row),
  total: z.int(),
  /** Values of each column for filters; absent for columns with too many values. */
  options: z.record(z.string(), z.array(z.string())),
  /** Age of the cached list. */
  ageMs: z.int(),
})

export const cachedList = {
  ...own,
  assumes: [
    'The whole list is read from the server, and kept in memory for ten times as long as that took, at most 60 seconds',
    'A change through this console drops it at once; a change elsewhere is seen when it is read again',
    'It is kept for one connection and credential, and read up to 512 MiB and 1,000,000 rows',
  ],
} as const

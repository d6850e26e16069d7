import { maxWalked } from '#contract/fleet/walk-devices.ts'
import { Problem } from '#contract/problem.ts'

type OrderedList<T> = {
  /** The first rows, as a server sorts and filters them. */
  first: () => Promise<{ rows: readonly T[]; total?: number | undefined }>
  /** Whether a server returns rows for a value of the filter that no row has, and so ignores it. */
  isIgnored: () => Promise<boolean>
  /** All rows, without parameters that a server may not support; undefined if there are too many. */
  all: () => Promise<readonly T[] | undefined>
  /** Whether a row passes the filter; undefined if it does not have the field. */
  passes: (row: T) => boolean | undefined
  /** Sort value, lowest first; undefined if the row does not have the field. Without it, any order is correct. */
  order?: (row: T) => number | undefined
  max: number
  /** Thrown if the list is too long or lacks the required fields. */
  problem: Problem
}

/** Statuses with which servers reject parameters. */
const rejections: ReadonlySet<number> = new Set([400, 406, 412, 422])

/**
 * The first rows of a list in an order and with a filter that servers may not support: if the response shows that, or
 * rejects it, the whole list is sorted and filtered here. Undefined if no row that could pass has the field of the filter.
 */
export async function longestFirst<T>(asked: OrderedList<T>): Promise<readonly T[] | undefined> {
  const { first, isIgnored, all, passes, order, max, problem } = asked
  const { rows, total = 0 } = await first().catch((error: unknown) => {
    if (error instanceof Problem && rejections.has(error.status)) return { rows: undefined, total: undefined }
    throw error
  })
  if (rows && isInOrder(rows, order) && rows.every((row) => passes(row) !== false)) {
    const isTold = rows.length === 0 || rows.some((row) => passes(row) !== undefined)
    return isTold || !(await isIgnored()) ? rows.slice(0, max) : undefined
  }
  const every = total > maxWalked ? undefined : await all()
  if (!every) throw problem
  const tested = every.map((row) => ({ row, isMeant: passes(row) }))
  const possible = tested.filter(({ isMeant }) => isMeant !== false)
  if (possible.length > 0 && possible.every(({ isMeant }) => isMeant === undefined)) return undefined
  if (tested.some(({ isMeant }) => isMeant === undefined)) throw problem
  const meant = tested.flatMap(({ row, isMeant }) => (isMeant ? [row] : []))
  const sorted = order ? meant.toSorted((one, other) => rank(order(one)) - rank(order(other))) : meant
  return sorted.slice(0, max)
}

/** Rows without the field can be at any position. */
function isInOrder<T>(rows: readonly T[], order: OrderedList<T>['order']): boolean {
  const values = order ? rows.flatMap((row) => order(row) ?? []) : []
  return values.every((value, at) => at === 0 || value >= (values[at - 1] ?? value))
}

const rank = (value: number | undefined) => value ?? Number.MAX_SAFE_INTEGER

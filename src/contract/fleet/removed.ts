import type { Condition } from './condition.ts'

const removed = 'is_removed'

/** Removed devices are included only if the query, or the counted field, refers to the removal. */
export const leavesOutRemoved = (conditions: readonly Condition[], counted?: string): boolean =>
  counted !== removed && conditions.every(({ field }) => field !== removed)

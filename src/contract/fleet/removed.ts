import type { Condition } from './condition.ts'

const removed = 'is_removed'

/** Devices that their server has removed are answered only to a query that names the field, or counts by it. */
export const leavesOutRemoved = (conditions: readonly Condition[], counted?: string): boolean =>
  counted !== removed && conditions.every(({ field }) => field !== removed)

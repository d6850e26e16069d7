import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Comparison } from '#contract/fleet/condition.ts'
import type { QueryTime } from '#contract/fleet/query-time.ts'

export type Where = RawBuilder<SqlBool>
export const never = sql<SqlBool>`1 = 0`

const operator: Partial<Record<Comparison, RawBuilder<unknown>>> = {
  is: sql`=`,
  has: sql`=`,
  below: sql`<`,
  atMost: sql`<=`,
  above: sql`>`,
  atLeast: sql`>=`,
}
export const operatorOf = (comparison: Comparison) => operator[comparison] ?? sql`=`

/**
 * Comparison of times and dates. Relative times are compared by age, so above 30 days means earlier. Dates are whole
 * days. `kept`: converts a time to its column value.
 */
export function during(
  ref: Expression<unknown>,
  comparison: Comparison,
  time: QueryTime | undefined,
  now: number,
  kept: (ms: number) => number | string = (ms) => ms,
): Where {
  if (!time) return never
  const isAbove = comparison === 'above' || comparison === 'atLeast'
  const before = (ms: number) => sql<SqlBool>`${ref} < ${kept(ms)}`
  const from = (ms: number) => sql<SqlBool>`${ref} >= ${kept(ms)}`
  if ('agoMs' in time) return isAbove ? before(now - time.agoMs) : from(now - time.agoMs)
  const { fromMs, toMs } = time
  const compared: Partial<Record<Comparison, Where>> = {
    below: before(fromMs),
    atMost: before(toMs),
    above: from(toMs),
    atLeast: from(fromMs),
  }
  return compared[comparison] ?? sql<SqlBool>`(${from(fromMs)} and ${before(toMs)})`
}

import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { type CallCountTables, takeCall } from '#services/call-counts.ts'

/** Limits the calls of a subject per minute, across processes. */
export async function limitCalls(db: Kysely<CallCountTables>, subject: string, max: number): Promise<void> {
  const retryAfterSeconds = await takeCall(db, `identity ${subject}`, max)
  if (retryAfterSeconds === undefined) return
  throw new Problem('temporarily_unavailable', `More than ${max} calls in a minute`, { retryAfterSeconds })
}

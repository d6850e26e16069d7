import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { type CallCountTables, takeCall } from '#services/call-counts.ts'

/** So many calls of a subject in a minute, in all processes together. */
export async function limitCalls(db: Kysely<CallCountTables>, subject: string, max: number): Promise<void> {
  const retryAfterSeconds = await takeCall(db, `identity ${subject}`, max)
  if (retryAfterSeconds === undefined) return
  throw new Problem('temporarily_unavailable', `More than ${max} calls in a minute`, { retryAfterSeconds })
}

import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { type CallCountTables, forgetCalls, takeCall } from '#services/call-counts.ts'
import { type LabTables, sharedSetting } from '#services/lab/lab-settings.ts'

export type RateLimit = ReturnType<typeof rateLimit>

const prefix = 'mdm '

/** Limits the calls of an API key per minute, across processes; unlimited by default. */
export function rateLimit(db: Kysely<CallCountTables & LabTables>) {
  const max = sharedSetting<number | null>(db, 'rate-limit', null)
  return {
    async set(perMinute: number | null) {
      await max.change(() => perMinute)
      await forgetCalls(db, prefix)
    },
    get: max.read,
    /** Counts a call. COM0002 states when the next is allowed (mobile-device-management, Limits). */
    async take(key: string) {
      const allowed = await max.read()
      const retryAfterSeconds = allowed === null ? undefined : await takeCall(db, prefix + key, allowed)
      if (retryAfterSeconds === undefined) return
      throw new Problem('COM0002', `More than ${allowed} calls in a minute`, { retryAfterSeconds })
    },
  }
}

import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { type CallCountTables, forgetCalls, takeCall } from '#services/call-counts.ts'
import { type LabTables, sharedSetting } from '#services/lab/lab-settings.ts'

export type RateLimit = ReturnType<typeof rateLimit>

const prefix = 'mdm '

/** How often a key may call in a minute, all processes together; any number of times until somebody sets a limit. */
export function rateLimit(db: Kysely<CallCountTables & LabTables>) {
  const max = sharedSetting<number | null>(db, 'rate-limit', null)
  return {
    async set(perMinute: number | null) {
      await max.change(() => perMinute)
      await forgetCalls(db, prefix)
    },
    get: max.read,
    /** Count a call of this key. COM0002 says when the next one is let in (mobile-device-management, Limits). */
    async take(key: string) {
      const allowed = await max.read()
      const retryAfterSeconds = allowed === null ? undefined : await takeCall(db, prefix + key, allowed)
      if (retryAfterSeconds === undefined) return
      throw new Problem('COM0002', `More than ${allowed} calls in a minute`, { retryAfterSeconds })
    },
  }
}

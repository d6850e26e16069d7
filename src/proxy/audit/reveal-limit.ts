import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import type { ProxyTables } from '#proxy/tables.ts'

/** Of one person, however many browsers and processes they use. */
const revealsPerMinute = 10
const minuteMs = 60_000

/** Counted in the audit itself: there is no second truth. */
export async function requireModest(database: Kysely<ProxyTables>, owner: string) {
  const recent = await database
    .selectFrom('proxy_audit')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('first')])
    .where('revealed_to', '=', owner)
    .where('at', '>', Date.now() - minuteMs)
    .executeTakeFirstOrThrow()
  if (recent.count < revealsPerMinute) return
  const retryAfterSeconds = Math.max(1, Math.ceil((recent.first + minuteMs - Date.now()) / 1000))
  throw new Problem('TOO_MANY_REVEALS', undefined, { service: 'console', retryAfterSeconds })
}

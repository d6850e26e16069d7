import { setTimeout as delay } from 'node:timers/promises'
import { type QueryExecutorProvider, sql } from 'kysely'
import { hashOf } from '#platform/digest.ts'

/** Failed attempts per window; beyond `free`, further attempts are serialized. */
export type Pace = { key: string; free: number; windowMs: number; turnMs: number; maxWaitMs: number }

/**
 * Slows down attempts from one place instead of rejecting them, so that a correct password still works. Returns the
 * seconds to wait if too many are queued.
 */
export async function paced(
  db: QueryExecutorProvider,
  table: string,
  { key, free, windowMs, turnMs, maxWaitMs }: Pace,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const [now, at] = [Date.now(), sql.table(table)]
  const over = sql`${at}.ends_at <= ${now}`
  const isFree = sql`${at}.failures < ${free}`
  const { rows } = await sql<{ blocked_until: number }>`
    insert into ${at} (key_hash, failures, running, blocked_until, started_at, ends_at)
    values (${hashOf(key)}, 0, 0, 0, ${now}, ${now + windowMs})
    on conflict (key_hash) do update set
      failures = case when ${over} then 0 else ${at}.failures end,
      blocked_until = case
        when ${over} or ${isFree} then 0
        when ${at}.blocked_until > ${now} then ${at}.blocked_until + ${turnMs}
        else ${now + turnMs} end,
      ends_at = case when ${over} then ${now + windowMs} else ${at}.ends_at end
    where ${over} or ${isFree} or ${at}.blocked_until <= ${now + maxWaitMs}
    returning blocked_until`.execute(db)
  const [mine] = rows
  if (!mine) return Math.ceil(maxWaitMs / 1000)
  const waitMs = mine.blocked_until - turnMs - now
  if (waitMs > 0) await delay(waitMs, undefined, { signal })
  return undefined
}

export const countWrong = (db: QueryExecutorProvider, table: string, { key }: Pace) =>
  sql`update ${sql.table(table)} set failures = failures + 1 where key_hash = ${hashOf(key)}`.execute(db)

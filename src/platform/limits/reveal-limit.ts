import { type QueryExecutorProvider, sql } from 'kysely'
import { Problem, type ServiceName } from '#contract/problem.ts'

const minuteMs = 60_000

type Limit = { table: string; perMinute: number; service?: ServiceName }

/** Limits the secrets that one user or key may see, counted in the audit log itself. */
export async function requireModest(
  database: QueryExecutorProvider,
  { table, perMinute, service }: Limit,
  whom: string | number,
) {
  const { rows } = await sql<{ count: number; first: number }>`
    select count(*) as count, min(at) as first from ${sql.table(table)}
    where revealed_to = ${whom} and at > ${Date.now() - minuteMs}`.execute(database)
  const [{ count, first }] = rows as [{ count: number; first: number }]
  if (count < perMinute) return
  const retryAfterSeconds = Math.max(1, Math.ceil((first + minuteMs - Date.now()) / 1000))
  throw new Problem('TOO_MANY_REVEALS', undefined, { ...(service && { service }), retryAfterSeconds })
}

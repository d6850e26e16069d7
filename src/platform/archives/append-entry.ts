import { type QueryExecutorProvider, sql } from 'kysely'
import type { Head } from './chain.ts'
import { headSeal } from './keyed-hash.ts'

type Key = Parameters<typeof headSeal>[0]
type Entry = {
  key: Key
  row: object & { hash: string }
  /** Whether the preceding chain head is authentic. */
  isGenuine: boolean
}

/** Appends an entry, built by `entryAfter` from its number and the preceding hash. */
export async function appendEntry(
  transaction: QueryExecutorProvider,
  table: string,
  entryAfter: (id: number, before: Head) => Promise<Entry>,
) {
  const head = sql.table(`${table}_head`)
  // First, since it locks the head: a single chain for any number of writing processes.
  const { rows } = await sql<Head>`update ${head} set last = last + 1 returning last, hash, seal`.execute(transaction)
  const [{ last, ...before }] = rows as [Head]
  const { key, row, isGenuine } = await entryAfter(last, { last: last - 1, ...before })
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(transaction)
  // A tampered head is not sealed again, which would conceal the tampering.
  const seal = isGenuine ? headSeal(key, { last, hash: row.hash }) : ''
  await sql`update ${head} set hash = ${row.hash}, seal = ${seal}`.execute(transaction)
}

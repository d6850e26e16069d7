import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { unknownAccount } from '#contract/console/audit.ts'
import { counted } from '#contract/words/counted.ts'
import { signIn } from '#contract/session.ts'
import type { NewEntry } from '#platform/console.ts'
import { foldedName, hashOf } from '#platform/digest.ts'
import { networkOf } from '#platform/network/address.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

type Write = (transaction: Transaction<ConsoleTables>, entry: NewEntry) => Promise<void>
type Counter = { site: string; address: string; limit: number }

const minutes = 15
const windowMs = minutes * 60_000
/** Entries per window; further attempts are counted and reported in one entry. */
const limits = { address: 10, site: 300 }

/** Audit entries of failed sign-ins, limited in number, and without names that may be mistyped passwords. */
export function attemptEntries(database: Kysely<ConsoleTables>, masterKey: Buffer, write: Write) {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych unknown account', 32)))
  const digestOf = (name: string) => createHmac('sha256', key).update(foldedName(name)).digest('hex').slice(0, 12)

  const report = async (where: { site?: string; endedBefore?: number }) => {
    const counted = database.selectFrom('proxy_attempt_count').selectAll().where('pending', '>', 0)
    const ofSite = where.site === undefined ? counted : counted.where('site', '=', where.site)
    const due = where.endedBefore === undefined ? ofSite : ofSite.where('ends_at', '<=', where.endedBefore)
    for (const { key_hash, site, address, pending } of await due.execute()) {
      await database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('proxy_attempt_count')
          .set(({ eb }) => ({ pending: eb('pending', '-', pending) }))
          .where('key_hash', '=', key_hash)
          .where('pending', '>=', pending)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await write(transaction, countEntry(site, address, pending))
      })
    }
  }

  return {
    /** Names are shown only if they signed in before: other input may be a password. */
    rememberName: (site: string, name: string) =>
      database
        .insertInto('proxy_known_name')
        .values({ name_hash: nameHash(site, name) })
        .onConflict((known) => known.doNothing())
        .execute(),

    shownName: async (site: string, name: string): Promise<string> => {
      if (name === '') return ''
      const row = await database
        .selectFrom('proxy_known_name')
        .select('name_hash')
        .where('name_hash', '=', nameHash(site, name))
        .executeTakeFirst()
      return row ? name : `${unknownAccount} ${digestOf(name)}`
    },

    /** False if the attempt is only counted, per address or site. */
    hasRoom: async (site: string, address: string): Promise<boolean> =>
      (await counts(database, { site, address: networkOf(address), limit: limits.address })) &&
      counts(database, { site, address: '', limit: limits.site }),

    /** Reports counted attempts before the audit is read. */
    reportOf: (site: string) => report({ site }),

    /** Reports the counts of windows that have ended. */
    reportEnded: async () => {
      const now = Date.now()
      await report({ endedBefore: now })
      const over = database.deleteFrom('proxy_attempt_count').where('ends_at', '<=', now)
      await over.where('pending', '=', 0).execute()
    },
  }
}

/** Increments a counter; true while within the limit of this window. */
async function counts(database: Kysely<ConsoleTables>, { site, address, limit }: Counter): Promise<boolean> {
  const now = Date.now()
  const over = sql<boolean>`proxy_attempt_count.ends_at <= ${now}`
  const isFull = sql<boolean>`(not (${over}) and proxy_attempt_count.recorded >= ${limit})`
  const { recorded } = await database
    .insertInto('proxy_attempt_count')
    .values({
      key_hash: hashOf(`${site}\n${address}`),
      site,
      address,
      recorded: 1,
      pending: 0,
      ends_at: now + windowMs,
    })
    .onConflict((known) =>
      known.column('key_hash').doUpdateSet({
        recorded: sql<number>`case when ${over} then 1 when ${isFull} then ${limit + 1}
          else proxy_attempt_count.recorded + 1 end`,
        pending: sql<number>`case when ${isFull} then proxy_attempt_count.pending + 1
          else proxy_attempt_count.pending end`,
        ends_at: sql<number>`case when ${over} then ${now + windowMs} else proxy_attempt_count.ends_at end`,
      }),
    )
    .returning('recorded')
    .executeTakeFirstOrThrow()
  return recorded <= limit
}

const countEntry = (site: string, address: string, count: number): NewEntry => ({
  site,
  user: '',
  address,
  action: signIn.id,
  target: `${counted(count, 'more attempt', 'more attempts')} within ${minutes} minutes${address ? '' : ', from many addresses'}`,
  result: 'refused',
  code: 'TOO_MANY_ATTEMPTS',
})

const nameHash = (site: string, name: string) => hashOf(`name ${site} ${foldedName(name)}`)

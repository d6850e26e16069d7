import type { Kysely } from 'kysely'
import type { ConsoleTables } from '#services/console/tables.ts'

export type StoredKey = ConsoleTables['proxy_key']
/** Identifies a connection of a site in the database. */
export type Place = Pick<StoredKey, 'site' | 'connection'>

/** Delay until keys entered in another process become active in this one. */
const readEveryMs = 1_000
const primary = ['site', 'connection', 'source'] as const

/** Cached for a second, since every call needs the keys and they seldom change. */
export function storedKeys(database: Kysely<ConsoleTables>) {
  let kept: { rows: Promise<StoredKey[]>; at: number } | undefined
  const rows = () => {
    if (kept && Math.abs(Date.now() - kept.at) < readEveryMs) return kept.rows
    const reading = { rows: database.selectFrom('proxy_key').selectAll().execute(), at: Date.now() }
    kept = reading
    reading.rows.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.rows
  }
  const readNow = () => {
    kept = undefined
  }

  return {
    find: async ({ site, connection }: Place, source: StoredKey['source']) =>
      (await rows()).find((row) => row.site === site && row.connection === connection && row.source === source),

    /** Records a configured key on first use; the first process to see it determines the date. */
    note: async (place: Place, fingerprint: string) => {
      const seen = { fingerprint, since: Date.now() }
      await database
        .insertInto('proxy_key')
        .values({ ...place, source: 'configuration', sealed: null, ...seen })
        .onConflict((row) => row.columns(primary).doUpdateSet(seen).where('proxy_key.fingerprint', '!=', fingerprint))
        .execute()
      readNow()
    },

    enter: async (place: Place, entered: Pick<StoredKey, 'sealed' | 'fingerprint' | 'since'>) => {
      await database
        .insertInto('proxy_key')
        .values({ ...place, source: 'console', ...entered })
        .onConflict((row) => row.columns(primary).doUpdateSet(entered))
        .execute()
      readNow()
    },

    forgetEntered: async ({ site, connection }: Place) => {
      const entered = database.deleteFrom('proxy_key').where('source', '=', 'console')
      await entered.where('site', '=', site).where('connection', '=', connection).execute()
      readNow()
    },
  }
}

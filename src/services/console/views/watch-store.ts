import type { Kysely, Selectable } from 'kysely'
import { maxWatched } from '#contract/console/views/views.ts'
import { changeAlone } from '#platform/database/differences.ts'
import type { Seal } from '#platform/seal.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { ViewTables } from './tables.ts'

export type Appeared = { id: string; label: string; at: number; hasLeft?: boolean }
/** Labels of rows by digest, and rows that the last check missed. */
export type WatchedRows = { labels: Readonly<Record<string, string>>; missed: readonly string[] }
const noRows: WatchedRows = { labels: {}, missed: [] }
type Row = Selectable<ViewTables['console_view_watch']>
export type Watch = Omit<Row, 'credential' | 'appeared' | 'seen' | 'labels'> & {
  credential: string
  seen: ReadonlySet<string> | undefined
  appeared: Appeared[]
  rows: WatchedRows
}
const toldMs = 7 * 24 * 60 * 60_000
export const lately = (appeared: readonly Appeared[], now: number) => appeared.filter(({ at }) => at > now - toldMs)
export type WatchStore = ReturnType<typeof watchStore>
type Change = Partial<Pick<Watch, 'state' | 'why' | 'seen' | 'appeared' | 'rows' | 'looked_at' | 'next_at'>>
type SessionCredential = { session: string; credential: string }

/** Watched views with the rows of their last check. */
export function watchStore(database: Kysely<ConsoleTables>, seal: Seal) {
  const placeOf = ({ view, owner }: Pick<Row, 'view' | 'owner'>) => `watch of ${view} by ${owner}`
  const opened = ({ credential, appeared, seen, labels, ...row }: Row): Watch => ({
    ...row,
    rows: labels === '' ? noRows : (JSON.parse(seal.open(labels, placeOf(row))) as WatchedRows),
    credential: credential === '' ? '' : seal.open(credential, placeOf(row)),
    appeared: appeared === '' ? [] : (JSON.parse(seal.open(appeared, placeOf(row))) as Appeared[]),
    seen: seen === null ? undefined : new Set(seen.split(' ')),
  })
  const ofOne = ({ view, owner }: Pick<Row, 'view' | 'owner'>) =>
    database.updateTable('console_view_watch').where('view', '=', view).where('owner', '=', owner)
  const all = () => database.selectFrom('console_view_watch').selectAll()

  return {
    ofSite: async (site: string): Promise<Watch[]> =>
      (await all().where('site', '=', site).orderBy('next_at').execute()).map(opened),
    ofOwner: async (owner: string): Promise<Map<number, Watch>> => {
      const rows = await all().where('owner', '=', owner).execute()
      return new Map(rows.map((row) => [row.view, opened(row)]))
    },

    /** False if the account has reached its limit, since each watch is checked every few minutes. */
    begin: (
      of: Pick<Row, 'view' | 'site' | 'owner' | 'user_name' | 'email'>,
      kept: SessionCredential,
    ): Promise<boolean> => {
      const { session } = kept
      const values = {
        ...of,
        session,
        credential: seal.close(kept.credential, placeOf(of)),
        state: 'active' as const,
        why: '',
        seen: null,
        appeared: '',
        labels: '',
        looked_at: 0,
        next_at: Date.now(),
      }
      return changeAlone(database, 'console_view_watch', async (transaction) => {
        const { count } = await transaction
          .selectFrom('console_view_watch')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('site', '=', of.site)
          .where('owner', '=', of.owner)
          .where('view', '!=', of.view)
          .executeTakeFirstOrThrow()
        if (count >= maxWatched) return false
        await transaction
          .insertInto('console_view_watch')
          .values(values)
          .onConflict((conflict) => conflict.columns(['view', 'owner']).doUpdateSet(values))
          .execute()
        return true
      })
    },
    end: async (view: number, owner: string) => {
      await database.deleteFrom('console_view_watch').where('view', '=', view).where('owner', '=', owner).execute()
    },
    /** False if it was restarted, paused, or its view changed since it was read. */
    change: async (watch: Watch, { seen, appeared, rows, ...change }: Change): Promise<boolean> => {
      const { numUpdatedRows } = await ofOne(watch)
        .where('state', '=', watch.state)
        .where('session', '=', watch.session)
        .where('next_at', '=', watch.next_at)
        .set({
          ...change,
          ...(seen && { seen: [...seen].join(' ') }),
          ...(appeared && { appeared: seal.close(JSON.stringify(appeared), placeOf(watch)) }),
          ...(rows && { labels: seal.close(JSON.stringify(rows), placeOf(watch)) }),
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    renew: async (watch: Watch, { session, credential }: SessionCredential, next_at: number) => {
      const fresh = { session, credential: seal.close(credential, placeOf(watch)) }
      await ofOne(watch)
        .set({ ...fresh, state: 'active', why: '', next_at })
        .execute()
    },
    /** After signing out everywhere, the session is erased. */
    pauseOf: async (owner: string, why: string) => {
      const watches = database.updateTable('console_view_watch').where('owner', '=', owner)
      await watches.set({ state: 'paused', why, credential: '' }).execute()
    },
  }
}

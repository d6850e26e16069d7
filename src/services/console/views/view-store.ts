import type { Kysely, Selectable } from 'kysely'
import { maxViews, type Question, type View } from '#contract/console/views/views.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import type { Person } from '#platform/console.ts'
import { changeAlone } from '#platform/database/differences.ts'
import type { Seal } from '#platform/seal.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { ViewTables } from './tables.ts'

export type StoredView = Omit<Selectable<ViewTables['console_view']>, 'sealed'> & {
  search: string
  question: Question | undefined
}
export type ViewStore = ReturnType<typeof viewStore>
type Asker = Pick<Person, 'site' | 'owner' | 'name' | 'permissions'>
type Given = Pick<View, 'name' | 'page' | 'search' | 'audience'> & { question?: Question | undefined }

/** The owner, and users with whom it is shared. */
const maySee = (view: Pick<StoredView, 'owner' | 'audience'>, { owner, permissions }: Asker) =>
  view.owner === owner || view.audience === 'site' || (view.audience !== 'me' && holds(permissions, view.audience))

export function viewStore(database: Kysely<ConsoleTables>, seal: Seal) {
  const placeOf = ({ site, owner }: { site: string; owner: string }) => `view of ${owner} at ${site}`
  const opened = ({ sealed, ...row }: Selectable<ViewTables['console_view']>): StoredView => ({
    ...row,
    ...(JSON.parse(seal.open(sealed, placeOf(row))) as Pick<StoredView, 'search' | 'question'>),
  })
  const find = async (site: string, id: number) => {
    const row = await database
      .selectFrom('console_view')
      .selectAll()
      .where('site', '=', site)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && opened(row)
  }

  return {
    find,

    /** Not found and not visible are indistinguishable. */
    requireSeen: async (asker: Asker, id: number): Promise<StoredView> => {
      const view = await find(asker.site, id)
      if (!view || !maySee(view, asker)) throw gone()
      return view
    },

    list: async (asker: Asker, page: string | undefined): Promise<StoredView[]> => {
      let rows = database.selectFrom('console_view').selectAll().where('site', '=', asker.site)
      if (page !== undefined) rows = rows.where('page', '=', page)
      const found = await rows
        .where((row) => row.or([row('owner', '=', asker.owner), row('audience', '!=', 'me')]))
        .orderBy('name')
        .orderBy('id')
        .execute()
      return found.filter((row) => maySee(row, asker)).map(opened)
    },

    save: async (asker: Asker, id: number | undefined, { search, question, ...given }: Given): Promise<number> => {
      const { site, owner, name: user_name } = asker
      const values = {
        ...given,
        user_name,
        list: question?.list ?? '',
        sealed: seal.close(JSON.stringify({ search, question }), placeOf({ site, owner })),
        changed_at: Date.now(),
      }
      if (id !== undefined) {
        const changed = database.updateTable('console_view').set(values).where('site', '=', site).where('id', '=', id)
        const { numUpdatedRows } = await changed.where('owner', '=', owner).executeTakeFirst()
        if (numUpdatedRows === 0n) throw gone()
        // A different request returns different rows.
        await database
          .updateTable('console_view_watch')
          .set({ seen: null, next_at: Date.now() })
          .where('view', '=', id)
          .execute()
        return id
      }
      return changeAlone(database, 'console_view', async (transaction) => {
        const { count } = await transaction
          .selectFrom('console_view')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('site', '=', site)
          .where('owner', '=', owner)
          .executeTakeFirstOrThrow()
        if (count >= maxViews) throw new Problem('INVALID_INPUT', `An account keeps at most ${maxViews} views`)
        const inserted = transaction.insertInto('console_view').values({ site, owner, ...values })
        return (await inserted.returning('id').executeTakeFirstOrThrow()).id
      })
    },

    remove: async (id: number) => {
      for (const table of ['console_view_pin', 'console_view_watch'] as const)
        await database.deleteFrom(table).where('view', '=', id).execute()
      await database.deleteFrom('console_view').where('id', '=', id).execute()
    },

    pinned: async (owner: string): Promise<Set<number>> => {
      const rows = await database.selectFrom('console_view_pin').select('view').where('owner', '=', owner).execute()
      return new Set(rows.map(({ view }) => view))
    },
    /** Pinned views of a list. */
    pinnedOfList: async (site: string, list: string, max: number): Promise<StoredView[]> => {
      const rows = database.selectFrom('console_view').selectAll().where('site', '=', site).where('list', '=', list)
      const pinned = rows.where('id', 'in', database.selectFrom('console_view_pin').select('view'))
      return (await pinned.orderBy('id').limit(max).execute()).map(opened)
    },
    pin: async (owner: string, view: number) => {
      const pinning = database.insertInto('console_view_pin').values({ view, owner })
      await pinning.onConflict((conflict) => conflict.doNothing()).execute()
    },
    unpin: async (owner: string, view: number) => {
      await database.deleteFrom('console_view_pin').where('view', '=', view).where('owner', '=', owner).execute()
    },
  }
}

const gone = () =>
  new Problem('NOT_FOUND', 'This view does not exist any more, or is no longer shared with you.', { field: 'view' })

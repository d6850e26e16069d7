import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Seal } from '#platform/seal.ts'
import type { Tokens } from './token-answer.ts'
import type { OAuthTables } from './tables.ts'

/** Tokens, with the accounts server that issued them; empty for the default one. */
export type IssuedTokens = Tokens & { server: string }
/** An OAuth grant. */
export type Grant = Omit<Selectable<OAuthTables['proxy_grant']>, 'sealed'> & { kept: IssuedTokens }
type Place = Pick<Grant, 'site' | 'owner'>

export const ofUser = (id: string) => `user ${id}`
export const ofConnection = (name: string) => `connection ${name}`

export type GrantStore = ReturnType<typeof grantStore>
type Database = Kysely<OAuthTables>
/** Runs in the same transaction as the change. */
type Along = (transaction: Transaction<OAuthTables>, replaced: Grant) => Promise<unknown>

/** OAuth grants. Each write increments the version, so that stale updates are detected. */
export function grantStore(database: Database, seal: Seal) {
  const opened = (row: Selectable<OAuthTables['proxy_grant']> | undefined): Grant | undefined => {
    if (!row) return undefined
    const { sealed, ...grant } = row
    return { ...grant, kept: JSON.parse(seal.open(sealed, sealedFor(grant))) as IssuedTokens }
  }
  const sealedAs = (id: string, version: number, kept: IssuedTokens) => ({
    version,
    sealed: seal.close(JSON.stringify(kept), sealedFor({ id, version })),
    lease: null,
    leased_until: 0,
  })
  const findOf = async ({ site, owner }: Place) =>
    opened(
      await database
        .selectFrom('proxy_grant')
        .selectAll()
        .where('site', '=', site)
        .where('owner', '=', owner)
        .executeTakeFirst(),
    )

  return {
    find: async (id: string) =>
      opened(await database.selectFrom('proxy_grant').selectAll().where('id', '=', id).executeTakeFirst()),
    findOf,

    /** Replaces the owner's previous grant under the same ID, so that sessions remain valid. */
    put: async (place: Place, kept: IssuedTokens, grantedBy: string, along: Along): Promise<string> => {
      const about = { granted_by: grantedBy, granted_at: Date.now() }
      for (;;) {
        const before = await findOf(place)
        const id = before?.id ?? randomUUID()
        const done = before
          ? await database.transaction().execute(async (transaction) => {
              const next = { ...sealedAs(id, before.version + 1, kept), ...about }
              const isFirst = await replace(transaction, before, next)
              if (isFirst) await along(transaction, before)
              return isFirst
            })
          : await database
              .insertInto('proxy_grant')
              .values({ id, ...place, ...sealedAs(id, 1, kept), ...about })
              .onConflict((other) => other.columns(['site', 'owner']).doNothing())
              .returning('id')
              .executeTakeFirst()
        if (done) return id
      }
    },

    /** Stores refreshed tokens unless the grant was changed meanwhile. */
    renew: (grant: Grant, kept: IssuedTokens) =>
      database
        .updateTable('proxy_grant')
        .set(sealedAs(grant.id, grant.version + 1, kept))
        .where('id', '=', grant.id)
        .where('version', '=', grant.version)
        .execute(),

    /** Leases the grant for a refresh. */
    claim: (grant: Grant, lease: string, until: number) =>
      database
        .updateTable('proxy_grant')
        .set({ lease, leased_until: until })
        .where('id', '=', grant.id)
        .where('version', '=', grant.version)
        .where('leased_until', '<=', Date.now())
        .returning('id')
        .executeTakeFirst()
        .then((row) => row !== undefined),

    /** Extends a lease, or replaces it by the reason for releasing it. */
    extend: ({ id }: Grant, lease: string, until: number, next = lease) =>
      database
        .updateTable('proxy_grant')
        .set({ lease: next, leased_until: until })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .execute(),

    /** Removes the grant unless it was changed meanwhile. */
    remove: (grant: Grant, along: Along) =>
      database.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('proxy_grant')
          .where('id', '=', grant.id)
          .where('version', '=', grant.version)
          .returning('id')
          .executeTakeFirst()
        if (removed) await along(transaction, grant)
        return removed !== undefined
      }),
  }
}

type Replacement = { version: number; sealed: string; lease: null; leased_until: number; granted_at: number }
async function replace(transaction: Transaction<OAuthTables>, { id, version }: Grant, next: Replacement) {
  const change = transaction.updateTable('proxy_grant').set(next).where('id', '=', id)
  return (await change.where('version', '=', version).returning('id').executeTakeFirst()) !== undefined
}

/** Binds the sealed value to this version: an older value is not accepted. */
const sealedFor = ({ id, version }: Pick<Grant, 'id' | 'version'>) => `grant ${id} ${version}`

import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Seal } from '#platform/seal.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { IssuedTokens } from './grant-store.ts'
import type { Providers } from './identity-provider.ts'
import type { OAuthTables } from './tables.ts'

type Parts = {
  database: Kysely<OAuthTables>
  seal: Seal
  providers: Providers
  siteOf: (name: string) => Site | undefined
  /** Runs before each round, and periodically when idle. */
  beforehand: () => Promise<unknown>
  log: Log
}
type Row = Selectable<OAuthTables['proxy_revocation']>
export type Revocations = ReturnType<typeof revocations>

/** Retry delays after failures; given up after the last one. */
const retryAfterSeconds = [1, 5, 30, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 24 * 3600]
/** Longer than any request: afterwards, another process may retry. */
const tryingMs = 45_000
const wait = { min: 200, normal: 5_000, idle: 60_000 }

/**
 * Revokes refresh tokens at identity providers in the background. Retried until successful, also after a restart, by
 * one process at a time.
 */
export function revocations({ database, seal, providers, siteOf, beforehand, log }: Parts) {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let again = false
  let closing = false

  /** True if the token is revoked or no longer needs to be. */
  const attempt = async (row: Row): Promise<boolean> => {
    const mine = await database
      .updateTable('proxy_revocation')
      .set({ attempts: row.attempts + 1, due_at: Date.now() + tryingMs })
      .where('id', '=', row.id)
      .where('attempts', '=', row.attempts)
      .where('due_at', '=', row.due_at)
      .returning('id')
      .executeTakeFirst()
    if (!mine) return false
    const site = siteOf(row.site)
    const { token, server } = JSON.parse(seal.open(row.sealed, sealedFor(row))) as { token: string; server: string }
    try {
      if (site?.identity) await providers.revoke({ site, server }, token)
      await database.deleteFrom('proxy_revocation').where('id', '=', row.id).execute()
      return true
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await later(row, error)
      return false
    }
  }

  const later = async ({ id, site, attempts }: Row, { code, retryAfterSeconds: asked = 0 }: Problem) => {
    const seconds = closing ? 0 : retryAfterSeconds[attempts]
    log('not revoked yet', { site, code, attempts: attempts + 1, givenUp: seconds === undefined })
    if (seconds === undefined) await database.deleteFrom('proxy_revocation').where('id', '=', id).execute()
    else {
      const due_at = Date.now() + Math.max(seconds, asked) * 1000
      await database.updateTable('proxy_revocation').set({ due_at }).where('id', '=', id).execute()
    }
  }

  const tellAll = async () => {
    await beforehand()
    const due = database.selectFrom('proxy_revocation').selectAll().where('due_at', '<=', Date.now())
    for (const row of await due.orderBy('due_at').limit(50).execute()) if (!closing) await attempt(row)
    const next = database.selectFrom('proxy_revocation').select('due_at').orderBy('due_at').limit(1)
    const { due_at } = (await next.executeTakeFirst()) ?? {}
    const untilDueMs = due_at === undefined ? wait.idle : Math.min(due_at - Date.now(), wait.normal)
    return Math.max(untilDueMs, wait.min)
  }

  const kick = () => {
    if (closing) return
    clearTimeout(timer)
    if (round) again = true
    else round = oneRound()
  }
  const oneRound = async () => {
    const waitMs = await tellAll().catch((error: unknown) => {
      log('revoking failed', traceOf(error))
      return wait.normal
    })
    round = undefined
    if (closing) return
    timer = setTimeout(kick, again ? 0 : waitMs).unref()
    again = false
  }
  timer = setTimeout(kick, wait.min).unref()

  return {
    /** Starts a round soon. */
    kick,

    /** Queues a revocation in the transaction that ends the grant. */
    note: async (transaction: Transaction<OAuthTables>, site: string, { refresh: token, server }: IssuedTokens) => {
      if (token === undefined) return undefined
      const id = randomUUID()
      const sealed = seal.close(JSON.stringify({ token, server }), sealedFor({ id }))
      const row: Insertable<OAuthTables['proxy_revocation']> = { id, site, sealed, attempts: 0, due_at: Date.now() }
      await transaction.insertInto('proxy_revocation').values(row).execute()
      return id
    },

    /** Attempts a revocation immediately; true if it succeeds. */
    now: async (id: string): Promise<boolean> => {
      const row = database.selectFrom('proxy_revocation').selectAll().where('id', '=', id)
      const found = await row.executeTakeFirst()
      if (found?.attempts === 0) await attempt(found)
      kick()
      return (await row.executeTakeFirst()) === undefined
    },

    close: async () => {
      closing = true
      clearTimeout(timer)
      await round
    },
  }
}

const sealedFor = ({ id }: { id: string }) => `revocation ${id}`

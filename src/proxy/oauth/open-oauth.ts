import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import type { Audit } from '#proxy/audit/audit-trail.ts'
import type { Bearer } from '#proxy/bearer.ts'
import type { Log } from '#proxy/log.ts'
import type { Caller } from '#proxy/own-rows.ts'
import type { Env } from '#proxy/reply.ts'
import type { Seal } from '#proxy/seal.ts'
import type { Sessions } from '#proxy/session.ts'
import type { Sites } from '#proxy/sites.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import type { Upstream } from '#proxy/upstream.ts'

type Settings = {
  database: Kysely<ProxyTables>
  seal: Seal
  sites: Sites
  sessions: Sessions
  origins: ReadonlySet<string>
  audit: Audit
  log: Log
}

export type OAuth = ReturnType<typeof openOAuth>

export function openOAuth(_settings: Settings) {
  const notYet = () => Promise.reject(new Problem('NOT_FOUND'))
  return {
    /** What a grant opens a server with; refreshed before it runs out, once for all who wait. */
    bearer: (_grant: { id: string } | { connection: Upstream }, _whose: Bearer['whose']): Promise<Bearer> => notYet(),
    /** The way back from the identity provider: `GET /callback`. */
    callback: (_context: Context<Env>): Promise<Response> => notYet(),
    /** Begin to prove who is there by another visit to the identity provider. */
    startConfirmation: (_caller: Caller): Promise<{ address: string; transaction: string }> => notYet(),
    /** A session that used it has ended: revoked, unless another one uses it. */
    release: (_grant: string): Promise<void> => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

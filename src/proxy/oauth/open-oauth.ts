import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import type { Audit } from '#platform/console.ts'
import type { Log } from '#platform/log.ts'
import type { Seal } from '#platform/seal.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import type { Site, Sites } from '#platform/upstream/sites.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { Caller } from '#proxy/local-endpoints.ts'
import type { Sessions } from '#proxy/sessions/session-store.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { authorizationRequestStore } from './authorization-requests.ts'
import { baseOf, callbackHandler } from './callback.ts'
import { callbacks } from './callbacks.ts'
import { openGrantSessions } from './grant-sessions.ts'
import { grantStore, ofConnection } from '#platform/grants/grant-store.ts'
import { grantsOf } from './grants.ts'
import { identityProviders } from '#platform/grants/identity-provider.ts'
import { revocations as revocationsOf } from '#platform/grants/revocations.ts'

type Settings = {
  database: Kysely<ProxyTables>
  seal: Seal
  sites: Sites
  sessions: Sessions
  origins: ReadonlySet<string>
  audit: Audit
  log: Log
  /** After this time, the refresh lease of an unresponsive process expires. */
  leaseMs?: number
}

export type OAuth = ReturnType<typeof openOAuth>

const sweep = { everyMs: 60_000, olderThanMs: 60_000 }

/** OAuth client for sign-in and for grants of connections. */
export function openOAuth({ database, seal, sites, sessions, origins, audit, log, leaseMs = 15_000 }: Settings) {
  const siteOf = (name: string) => sites.all.find((site) => site.name === name)
  const siteBehind = (upstream: Upstream): Site => {
    const site = sites.all.find(({ upstreams }) => upstreams.get(upstream.service) === upstream)
    if (!site) throw new Problem('NOT_CONNECTED')
    return site
  }
  const providers = identityProviders(origins)
  const store = grantStore(database, seal)
  const grantSessions = openGrantSessions(database)
  let sweptAt = Date.now()
  const revocations = revocationsOf({
    database,
    seal,
    providers,
    siteOf,
    log,
    beforehand: async () => {
      if (Date.now() - sweptAt < sweep.everyMs) return
      sweptAt = Date.now()
      await grants.releaseUnused(sweptAt - sweep.olderThanMs)
    },
  })
  const grants = grantsOf({ store, grantSessions, sessions, providers, revocations, siteOf, log, leaseMs })
  const authorizationRequests = authorizationRequestStore(database, seal, providers)
  const { arrive, keepForConnection } = callbacks({ sessions, store, grantSessions, grants, providers })
  const findOf = (upstream: Upstream) =>
    store.findOf({ site: siteBehind(upstream).name, owner: ofConnection(upstream.name) })

  return {
    begin: authorizationRequests.begin,
    callback: callbackHandler({ sites, authorizationRequests, providers, arrive, audit, log }),
    /** Origin of the redirect URI. */
    origin: providers.origin,

    /** Bearer token of a grant; refreshed before expiry, once for all concurrent callers. */
    bearer: async (grant: { id: string } | { connection: Upstream }, whose: Bearer['whose']): Promise<Bearer> =>
      grants.bearer('id' in grant ? await store.find(grant.id) : await findOf(grant.connection), whose),

    /** Current user and permissions, from the identity provider. */
    userOf: grants.userOf,

    /** Starts an identity confirmation at the identity provider. */
    startConfirmation: async ({
      site,
      session,
      cookies,
    }: Caller): Promise<{ address: string; transaction: string }> => {
      if (session?.kind !== 'signed-in' || session.by !== 'cloud') throw new Problem('SIGNED_OUT')
      const purpose = { kind: 'confirm', session: session.hash, grant: session.grant } as const
      const authorization = { purpose, returnTo: `${baseOf(site)}/`, inWindow: true, consents: true }
      return authorizationRequests.begin(site, authorization, cookies.transaction)
    },

    /** Called when a session ends; revokes the grant unless another session uses it. */
    release: grants.release,

    /** The grant of a connection, if any. */
    grantOf: async (site: Site, upstream: Upstream) => {
      const grant = await store.findOf({ site: site.name, owner: ofConnection(upstream.name) })
      return grant ? { connected: true, by: grant.granted_by, since: grant.granted_at } : { connected: false }
    },

    connectSelfClient: async (site: Site, about: { connection: string; by: string }, code: string) => {
      const at = { site, server: '' }
      await keepForConnection(site, about, { ...(await providers.exchangeSelfClient(at, code)), server: '' })
    },

    /** Removes the grant; returns true if it is already revoked at the identity provider. */
    disconnect: async (upstream: Upstream): Promise<boolean> => {
      const grant = await findOf(upstream)
      return grant === undefined || grants.end(grant)
    },

    close: async () => {
      await providers.close()
      await revocations.close()
    },
  }
}

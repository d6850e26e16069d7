import type { Context } from 'hono'
import { Problem } from '#contract/problem.ts'
import type { Site } from '#platform/upstream/sites.ts'
import { type CookieChanges, cookiesOf } from '#proxy/http/cookies.ts'
import type { Sessions } from '#proxy/sessions/session-store.ts'
import type { Purpose, Returned } from './authorization-requests.ts'
import type { GrantSessions } from './grant-sessions.ts'
import { type GrantStore, type IssuedTokens, ofConnection } from '#platform/grants/grant-store.ts'
import { type Grants, placeOf } from './grants.ts'
import type { At, CloudUser, Providers } from '#platform/grants/identity-provider.ts'
import { covers, type Tokens } from '#platform/grants/token-answer.ts'

type Parts = {
  sessions: Sessions
  store: GrantStore
  grantSessions: GrantSessions
  grants: Grants
  providers: Providers
}
/** A completed authorization with its tokens. */
export type Arrived = {
  context: Context
  at: At
  authorization: Returned
  tokens: Tokens
  address: string
  agent: string
}
/** The authenticated user, or that explicit consent is still required. */
export type Arrival = { user: string; cookies?: CookieChanges } | 'consent is needed'

/** Completes an authorization request according to its purpose. */
export function callbacks({ sessions, store, grantSessions, grants, providers }: Parts) {
  const kept = ({ at, tokens }: Arrived): IssuedTokens => ({ ...tokens, server: at.server })
  const userBy = ({ at, tokens }: Arrived) => providers.userOf(at, tokens.access, tokens.scope)

  /** The user's previous grant, if still valid: the provider returns a refresh token only after consent. */
  const former = async (site: Site, user: CloudUser) => {
    const grant = await store.findOf(placeOf(site, user))
    if (!grant) return undefined
    try {
      return { id: grant.id, user: await grants.userOf(grant.id), scope: grant.kept.scope }
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return undefined
      throw error
    }
  }

  /** The grant for the session, and its permissions. */
  const grantFor = async (arrived: Arrived, user: CloudUser) => {
    const { at, tokens, authorization } = arrived
    const keep = async () => ({ id: await grants.keep(placeOf(at.site, user), kept(arrived), user.user.name), user })
    if (tokens.refresh !== undefined) return keep()
    const before = await former(at.site, user)
    if (before && covers(before.scope, tokens.scope)) return before
    if (!authorization.consents) return undefined
    return before ?? keep()
  }

  const signIn = async (arrived: Arrived, purpose: Purpose & { kind: 'sign-in' }): Promise<Arrival> => {
    const { context, at, address, agent } = arrived
    const { site } = at
    const found = await grantFor(arrived, await userBy(arrived))
    if (!found) return 'consent is needed'
    const { id: grant, user } = found
    const replaced = (await sessions.find(cookiesOf(context, site).session, site.name))?.hash ?? purpose.replaces
    const grantBefore = replaced === undefined ? undefined : await grantSessions.grantOf(replaced)
    const clientInfo = { site: site.name, address, agent }
    const session = { kind: 'signed-in', by: 'cloud', grant, userId: user.id, user: user.user } as const
    const value = await sessions.start(session, clientInfo, replaced)
    const { hash } = (await sessions.find(value, site.name)) ?? {}
    if (hash === undefined) throw new Problem('SIGNED_OUT')
    await grantSessions.use(hash, grant)
    if (grantBefore !== undefined && grantBefore !== grant) await grants.release(grantBefore)
    // The grant may have been revoked in between by a sign-out elsewhere.
    if (!(await store.find(grant))) {
      await sessions.end(hash)
      throw new Problem('CLOUD_ENDED')
    }
    return { user: user.user.name, cookies: { session: { value } } }
  }

  const confirm = async (arrived: Arrived, purpose: Purpose & { kind: 'confirm' }): Promise<Arrival> => {
    const user = await userBy(arrived)
    const mine = await store.find(purpose.grant)
    if (!mine || !(await grantSessions.isAlive(purpose.session))) throw new Problem('SIGNED_OUT')
    if (mine.owner !== placeOf(arrived.at.site, user).owner) {
      throw new Problem('NOT_CONFIRMED', 'Somebody else is signed in at the identity provider')
    }
    await sessions.confirm(purpose.session)
    return { user: user.user.name }
  }

  const connect = async (arrived: Arrived, purpose: Purpose & { kind: 'connect' }): Promise<Arrival> => {
    if (!(await grantSessions.isAlive(purpose.session))) throw new Problem('SIGNED_OUT')
    await keepForConnection(arrived.at.site, purpose, kept(arrived))
    return { user: purpose.by }
  }

  const keepForConnection = async (site: Site, about: { connection: string; by: string }, tokens: IssuedTokens) => {
    if (tokens.refresh === undefined) throw new Problem('CONSENT_NEEDED', 'The access that was given does not last')
    await grants.keep({ site: site.name, owner: ofConnection(about.connection) }, tokens, about.by)
  }

  return {
    keepForConnection,
    arrive: (arrived: Arrived): Promise<Arrival> => {
      const { purpose } = arrived.authorization
      if (purpose.kind === 'sign-in') return signIn(arrived, purpose)
      return purpose.kind === 'confirm' ? confirm(arrived, purpose) : connect(arrived, purpose)
    },
  }
}

import { defaultDialect } from '#contract/dialect.ts'
import type { Input } from '#contract/endpoint.ts'
import { type CallbackParameters, callbackPath } from '#contract/identity/authorization.ts'
import { listOfScopes } from '#contract/identity/scopes.ts'
import { accessTokenScheme, getUserInfo, requestToken, revokeToken } from '#contract/identity/tokens.ts'
import { Problem } from '#contract/problem.ts'
import { call } from '#platform/upstream/call.ts'
import type { IdentitySettings, Site } from '#platform/upstream/sites.ts'
import { openUpstream, type Upstream } from '#platform/upstream/upstream.ts'
import { permissionsByScopes } from './permissions-by-scopes.ts'
import { allowedOrigin, type Tokens, tokensIn } from './token-answer.ts'

export type Providers = ReturnType<typeof identityProviders>
/** Site and accounts server of a token. */
export type At = { site: Site; server: string }

/** Longer than the ten seconds that token endpoints may take: a token issued after a timeout would be lost. */
const deadlines = { headersMs: 20_000, overallMs: 30_000 }
/** RFC 7009, 2.2: only the status matters; the body may be empty. */
const revocation = { ...revokeToken, responseType: 'nothing' } as const

/**
 * Clients of the identity providers of all sites. Requests are not canceled with a call, since their result is shared.
 */
export function identityProviders(origins: ReadonlySet<string>) {
  const pools = new Map<string, Upstream>()
  const closing = new AbortController()
  const [origin = ''] = origins

  const redirectUri = ({ name, isOnly }: Site) => `${origin}${callbackPath}${isOnly ? '' : `/${name}`}`
  const around = ({ site, server }: At) => {
    const identity = requireIdentity(site)
    const { authUrl, internalUrl = authUrl, parametersIn, ca, client, clientHeader } = identity
    const allowed = allowedOrigin(server, identity.accountsServers)
    const baseUrl = allowed === undefined ? internalUrl : new URL(authUrl.pathname, allowed)
    const key = `${site.name} ${baseUrl.href}`
    const dialect = { ...defaultDialect, inputData: parametersIn }
    const connection = { name: key, baseUrl, dialect, deadlines, ca, client, clientHeader }
    const upstream = pools.get(key) ?? openUpstream('identity', connection)
    pools.set(key, upstream)
    return { identity, asked: { upstream, signal: closing.signal } }
  }
  const tokens = async (at: At, given: Partial<Input<typeof requestToken>> & { grant_type: string }) => {
    const { identity, asked } = around(at)
    const { clientId: client_id, clientSecret: client_secret } = identity
    const input = { ...given, client_id, client_secret, redirect_uri: redirectUri(at.site) }
    return tokensIn(await call(requestToken, input, asked), identity)
  }

  return {
    origin,
    redirectUri,

    /** All seven documented parameters, and the PKCE code verifier (RFC 7636). */
    exchange: (at: At, { code, verifier, state }: { code: string; verifier: string; state: string }): Promise<Tokens> =>
      tokens(at, {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        state,
        scope: listOfScopes(requireIdentity(at.site).scopes),
      }),

    /** The documented parameters for a self-client. */
    exchangeSelfClient: (at: At, code: string): Promise<Tokens> =>
      tokens(at, { grant_type: 'authorization_code', code }),

    /** All six documented parameters. The scope is limited to what was granted; a wider one is rejected. */
    refresh: (at: At, refresh_token: string, scope: string): Promise<Tokens> =>
      tokens(at, { grant_type: 'refresh_token', refresh_token, scope }),

    /** Sends the token only. */
    revoke: async (at: At, refresh_token: string) => {
      await call(revocation, { refresh_token }, around(at).asked)
    },

    /** User and permissions of a token; without stated permissions, those of the granted scopes. */
    userOf: async (at: At, access: string, granted: string) => {
      const { identity, asked } = around(at)
      const info = await call(getUserInfo, {}, { ...asked, secret: `${accessTokenScheme} ${access}` })
      const { user_id, user_name, email, user_permissions, scope = granted } = info
      const id = user_id || email || user_name
      if (!id) throw new Problem('UNEXPECTED_CONTENT', 'The identity provider does not report who the user is')
      const { read = [], write = [], admin = [] } = user_permissions ?? { read: permissionsByScopes(scope, at.site) }
      const permissions = [...new Set([...read, ...write, ...admin])]
      return { id, user: { name: user_name || email || id, email: email ?? '', authType: identity.title, permissions } }
    },

    close: async () => {
      closing.abort()
      await Promise.all([...pools.values()].map((pool) => pool.close()))
    },
  }
}

export type CloudUser = Awaited<ReturnType<Providers['userOf']>>

export function requireIdentity({ identity }: Site): IdentitySettings {
  if (!identity) throw new Problem('NOT_CONNECTED', 'This site has no identity provider', { service: 'identity' })
  return identity
}

/**
 * Origin of the accounts server named by a callback; empty for the default one. Only configured origins are accepted,
 * since the client secret is sent there; a mismatch is rejected as well (RFC 9207).
 */
export function serverNamedBy(brought: CallbackParameters, { authUrl, accountsServers }: IdentitySettings): string {
  const { iss, location = '', 'accounts-server': named } = brought
  const addresses = [named, /[/:]/.test(location) ? location : undefined].filter((one) => one !== undefined)
  const origins = addresses.map((address) => allowedOrigin(address, [authUrl.origin, ...accountsServers]))
  const [server = authUrl.origin, other = server] = origins
  const issuers = [authUrl, new URL(authUrl.pathname, server)].map(({ href }) => href.replace(/\/$/, ''))
  if (
    origins.includes(undefined) ||
    other !== server ||
    (iss !== undefined && !issuers.includes(iss.replace(/\/$/, '')))
  ) {
    throw new Problem('CLOUD_STATE')
  }
  return server === authUrl.origin ? '' : server
}

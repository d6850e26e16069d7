import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { integer, listOf, long, record, text } from '#contract/wire.ts'

/** `Authorization: Vendor-oauthtoken <access token>`, with one space. */
export const accessTokenScheme = 'Vendor-oauthtoken'
/** desktop-management, OAuth token response: capitalized in the response for a self-client. */
export const tokenTypes = { standard: 'bearer', selfClient: 'Bearer' } as const
export const grantTypes = ['authorization_code', 'refresh_token'] as const

/** mobile-device-management, Limits; desktop-management, Limits. */
export const codeLifeSeconds = 60
export const selfClientMinutes = [3, 5, 10] as const
export const accessTokenLifeSeconds = 3600
export const refreshTokensPerUser = 20
export const accessTokensPerGrant = 30

const lifetimes = [
  `A code is valid for ${codeLifeSeconds} seconds, a self-client code for the chosen time (at most 10 minutes)`,
  `An access token is valid for ${accessTokenLifeSeconds} seconds, a refresh token until revoked; at most ${refreshTokensPerUser} per user, the oldest is revoked`,
]

export const requestToken = endpoint({
  id: 'identity.requestToken',
  source: 'desktop-management, Cloud OAuth: token request; mobile-device-management, Authentication: obtain a token',
  summary: 'Exchange a code for tokens, or a refresh token for a new access token',
  method: 'POST',
  path: '/oauth/v2/token',
  encoding: 'form',
  input: z.object({
    grant_type: z.string().check(z.minLength(1, 'is missing')),
    client_id: z.optional(z.string()),
    client_secret: z.optional(z.string()),
    code: z.optional(z.string()),
    redirect_uri: z.optional(z.string()),
    refresh_token: z.optional(z.string()),
    scope: z.optional(z.string()),
    state: z.optional(z.string()),
    code_verifier: z.optional(z.string()),
  }),
  output: record({
    access_token: text,
    refresh_token: text,
    token_type: text,
    expires_in: integer,
    scope: text,
    api_domain: text,
  }),
  permission: 'proxy',
  secret: true,
  assumes: [
    'Parameters are sent in the query or a form body; repeated parameters are rejected',
    'Errors are {"error", "error_description"} (RFC 6749) with 400 and 401, or HTTP 200 in some dialects',
    ...lifetimes,
    'expires_in is in seconds',
    'scope and state are optional; a different state or wider scope is rejected',
    'Reuse of a code revokes all tokens issued for it, even for concurrent requests',
    'A refresh token is issued for access_type=offline after consent, and for every self-client',
    'A refresh may narrow but not widen the scope; revoked permissions of the user also apply here',
    `A refresh token has at most ${accessTokensPerGrant} valid access tokens; a new one revokes the oldest`,
    'api_domain is returned for self-clients only',
    'Limits per client: 300 requests a minute, 60 with an incorrect secret; then 429 with Retry-After',
  ],
})

export const revokeToken = endpoint({
  id: 'identity.revokeToken',
  source: 'mobile-device-management, Authentication: revoke a refresh token',
  summary: 'Revoke a refresh token and all access tokens that came from it',
  method: 'POST',
  path: '/oauth/v2/token/revoke',
  encoding: 'form',
  input: z.object({
    refresh_token: z.optional(z.string()),
    /** Parameter name of RFC 7009. */
    token: z.optional(z.string()),
    client_id: z.optional(z.string()),
    client_secret: z.optional(z.string()),
  }),
  output: record({ status: text }),
  permission: 'proxy',
  assumes: [
    'Unknown tokens count as revoked (RFC 7009, 2.2)',
    'The parameter may also be named token and contain an access token, which is revoked alone',
    'client_id and client_secret are checked if present',
  ],
})

export const getUserInfo = endpoint({
  id: 'identity.getUserInfo',
  source: 'desktop-management, Cloud OAuth: user information',
  summary: 'User and permissions of an access token',
  method: 'GET',
  path: '/oauth/user/info',
  encoding: 'query',
  input: z.object({}),
  output: record({
    user_id: long,
    user_name: text,
    email: text,
    phone_number: z.nullable(text),
    user_permissions: record({ read: listOf(text), write: listOf(text), admin: listOf(text) }),
    scope: text,
  }),
  permission: 'proxy',
  assumes: [
    `The access token follows ${accessTokenScheme} or ${tokenTypes.selfClient} and one space`,
    'user_permissions are limited by the token scopes: write and admin require more than READ',
  ],
})

export const getMetadata = endpoint({
  id: 'identity.getMetadata',
  source: 'RFC 8414',
  summary: 'Endpoints, scopes and capabilities of this identity provider',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  encoding: 'query',
  input: z.object({}),
  output: record({
    issuer: text,
    authorization_endpoint: text,
    token_endpoint: text,
    revocation_endpoint: text,
    userinfo_endpoint: text,
    service_documentation: text,
    scopes_supported: listOf(text),
    response_types_supported: listOf(text),
    grant_types_supported: listOf(text),
    token_endpoint_auth_methods_supported: listOf(text),
    revocation_endpoint_auth_methods_supported: listOf(text),
    code_challenge_methods_supported: listOf(text),
    authorization_response_iss_parameter_supported: z.boolean(),
  }),
  permission: 'proxy',
  assumes: ['Lists the scope names'],
})

export const identity = { requestToken, revokeToken, getUserInfo, getMetadata }

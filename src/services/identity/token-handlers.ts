import type { Kysely } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import { listOfScopes } from '#contract/identity/scopes.ts'
import {
  accessTokenLifeSeconds,
  grantTypes,
  type identity,
  type requestToken,
  tokenTypes,
} from '#contract/identity/tokens.ts'
import { Problem } from '#contract/problem.ts'
import type { CallCountTables } from '#services/call-counts.ts'
import type { Account } from '#services/desktop/accounts.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import type { Call, Handlers } from '#services/router.ts'
import { findHolder } from './access-tokens.ts'
import { limitCalls } from './call-limit.ts'
import { type Client, type ClientStore, mayRedirectTo } from './clients.ts'
import { checkCode, requireWithin } from './code-check.ts'
import { findCode, requestedOf, scopesOf } from './codes.ts'
import { grantable, permissionsWithin } from './granted-scopes.ts'
import { endAccessToken, endGrant, findGrant, redeem, refresh } from './grants.ts'
import { metadataAt } from './metadata.ts'
import type { IdentityTables } from './tables.ts'

type Db = Kysely<IdentityTables & DesktopTables & CallCountTables>
type TokenInput = Input<typeof requestToken>
/** Call with the Authorization header, which handlers of other services do not get. */
export type IdentityCall = Call & { authorization: string }

const callsPerMinute = 300
const wrongSecretsPerMinute = 60

export function tokenHandlers(db: Db, clients: ClientStore): Handlers<typeof identity, IdentityCall> {
  async function requireClient(id: string | undefined, secret: string | undefined): Promise<Client> {
    const client = id && secret ? await clients.withSecret(id, secret) : undefined
    if (!client) {
      // Unknown client IDs share one counter, so that callers cannot fill the table.
      const known = await clients.find(id ?? '')
      await limitCalls(db, `secret of ${known?.id ?? 'nobody'}`, wrongSecretsPerMinute)
      throw new Problem('invalid_client')
    }
    return client
  }

  return {
    requestToken: async (input, { origin }) => {
      const client = await requireClient(input.client_id, input.client_secret)
      await limitCalls(db, client.id, callsPerMinute)
      if (input.grant_type === 'authorization_code') return byCode(db, client, input, origin)
      if (input.grant_type === 'refresh_token') return byRefreshToken(db, client, input)
      throw new Problem('unsupported_grant_type', `grant_type: must be ${grantTypes.join(' or ')}`)
    },

    revokeToken: async ({ refresh_token, token, client_id, client_secret }) => {
      const named = client_id !== undefined || client_secret !== undefined
      const client = named ? await requireClient(client_id, client_secret) : undefined
      const secret = refresh_token ?? token
      if (!secret) throw new Problem('invalid_request', 'refresh_token: is missing')
      await revoke(db, secret, client?.id)
      return { status: 'success' }
    },

    getUserInfo: async (_, { authorization }) => {
      const holder = await findHolder(db, authorization)
      if (!holder) throw new Problem('invalid_token')
      const { id, name, email, phone_number, role } = holder.account
      return {
        user_id: String(id),
        user_name: name,
        email,
        phone_number,
        user_permissions: permissionsWithin(holder.scopes, role),
        scope: listOfScopes(holder.scopes),
      }
    },

    getMetadata: (_, { origin }) => metadataAt(origin),
  }
}

async function byCode(db: Db, client: Client, input: TokenInput, origin: string) {
  const code = await findCode(db, client.id, required('code', input.code))
  if (!code) throw new Problem('invalid_grant', 'code: is not known')
  if (code.redeemed_at === null) {
    checkCode(client, code, input)
    await requireAccount(db, code.account_id)
  }
  const issued = code.redeemed_at === null ? await redeem(db, code, askedOf(code, input.scope)) : undefined
  if (!issued) {
    await endGrant(db, code.grant_id)
    throw new Problem('invalid_grant', 'code: was used before; what was issued for it is revoked')
  }
  return {
    ...answer(issued.accessToken, issued.scopes),
    ...(issued.refreshToken !== undefined && { refresh_token: issued.refreshToken }),
    ...(code.redirect_uri === null && { token_type: tokenTypes.selfClient, api_domain: origin }),
  }
}

async function byRefreshToken(db: Db, client: Client, { refresh_token, redirect_uri, scope }: TokenInput) {
  const grant = await findGrant(db, client.id, required('refresh_token', refresh_token))
  if (!grant) throw new Problem('invalid_grant', 'refresh_token: is not known, or revoked')
  if (redirect_uri !== undefined && !mayRedirectTo(client, redirect_uri)) {
    throw new Problem('invalid_grant', 'redirect_uri: is not one that is registered')
  }
  const names = grantable(askedOf(grant, scope), (await requireAccount(db, grant.account_id)).role)
  if (names.length === 0) throw nothingGranted()
  const token = await refresh(db, grant.id, names)
  if (token === undefined) throw new Problem('invalid_grant', 'refresh_token: is revoked')
  return answer(token, names)
}

/** The named scopes among those granted; all if none is named. */
function askedOf(granted: Parameters<typeof scopesOf>[0] & Parameters<typeof requestedOf>[0], scope?: string) {
  if (!scope) return scopesOf(granted)
  const asked = requireWithin(scope, requestedOf(granted))
  const names = scopesOf(granted).filter((name) => asked.includes(name))
  if (names.length === 0) throw nothingGranted()
  return names
}

const nothingGranted = () => new Problem('invalid_scope', 'scope: none of it is granted')

async function requireAccount(db: Db, id: number): Promise<Account> {
  const account = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (account.disabled) throw new Problem('invalid_grant', 'The account is disabled')
  return account
}

const answer = (access_token: string, names: readonly string[]) => ({
  access_token,
  token_type: tokenTypes.standard,
  expires_in: accessTokenLifeSeconds,
  scope: listOfScopes(names),
})

async function revoke(db: Db, secret: string, clientId: string | undefined) {
  const grant = await findGrant(db, clientId, secret)
  if (grant) await endGrant(db, grant.id)
  else await endAccessToken(db, clientId, secret)
}

function required(name: keyof TokenInput, value: string | undefined): string {
  if (!value) throw new Problem('invalid_request', `${name}: is missing`, { field: name })
  return value
}

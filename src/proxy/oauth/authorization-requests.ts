import type { Kysely } from 'kysely'
import { createHash } from 'node:crypto'
import { toRequest } from '#contract/http/to-request.ts'
import { authorize, challengeMethod, promptConsent, responseType } from '#contract/identity/authorization.ts'
import { listOfScopes } from '#contract/identity/scopes.ts'
import { hashOf, newId } from '#platform/digest.ts'
import type { Seal } from '#platform/seal.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { type Providers, requireIdentity } from '#platform/grants/identity-provider.ts'

/** Purpose of an authorization request, with its context. Sessions are identified by their hash. */
export type Purpose =
  | { kind: 'sign-in'; replaces?: string | undefined }
  | { kind: 'confirm'; session: string; grant: string }
  | { kind: 'connect'; session: string; connection: string; by: string }

export type AuthorizationRequest = {
  purpose: Purpose
  /** Console path to continue at. */
  returnTo: string
  /** The request runs in a separate window while the page waits. */
  inWindow: boolean
  /** Consent was already requested; it is not requested twice. */
  consents: boolean
}
export type Returned = AuthorizationRequest & { verifier: string }
export const authorizationRequestSeconds = 10 * 60
const maxPending = 2000

export type AuthorizationRequests = ReturnType<typeof authorizationRequestStore>

/** Pending authorization requests. */
export function authorizationRequestStore(database: Kysely<ProxyTables>, seal: Seal, { redirectUri }: Providers) {
  return {
    /** Returns the authorization URL and cookie value. An existing cookie is reused, so that two tabs can finish. */
    begin: async (site: Site, authorization: AuthorizationRequest, cookie: string | undefined) => {
      const { authUrl, clientId, scopes } = requireIdentity(site)
      const [state, verifier] = [newId(), newId()]
      const transaction = cookie && /^[\w-]{43}$/.test(cookie) ? cookie : newId()
      const [now, state_hash] = [Date.now(), hashOf(state)]
      await database.deleteFrom('proxy_transaction').where('expires_at', '<=', now).execute()
      await makeRoom(database)
      const browser_hash = hashOf(transaction)
      await database
        .insertInto('proxy_transaction')
        .values({
          state_hash,
          browser_hash,
          site: site.name,
          sealed: seal.close(JSON.stringify({ ...authorization, verifier }), sealedFor(state_hash)),
          expires_at: now + authorizationRequestSeconds * 1000,
        })
        .execute()
      const { target } = toRequest(authorize, {
        client_id: clientId,
        response_type: responseType,
        redirect_uri: redirectUri(site),
        scope: listOfScopes(scopes),
        state,
        // Confirming an identity does not require offline access.
        access_type: authorization.purpose.kind === 'confirm' ? 'online' : 'offline',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: challengeMethod,
        ...(authorization.consents && { prompt: promptConsent }),
      })
      return { address: authUrl.href.replace(/\/$/, '') + target, transaction }
    },

    /** Redeems an authorization request of this browser and site. Each can be redeemed only once. */
    take: async (site: Site, state: string, cookie: string): Promise<Returned | undefined> => {
      const state_hash = hashOf(state)
      const row = await database
        .deleteFrom('proxy_transaction')
        .where('state_hash', '=', state_hash)
        .where('browser_hash', '=', hashOf(cookie))
        .where('site', '=', site.name)
        .where('expires_at', '>', Date.now())
        .returning('sealed')
        .executeTakeFirst()
      return row && (JSON.parse(seal.open(row.sealed, sealedFor(state_hash))) as Returned)
    },
  }
}

/** Removes the oldest requests, so that anonymous clients can neither fill the database nor block sign-in. */
async function makeRoom(database: Kysely<ProxyTables>) {
  const { pending } = await database
    .selectFrom('proxy_transaction')
    .select(({ fn }) => fn.countAll<number | string>().as('pending'))
    .executeTakeFirstOrThrow()
  const tooMany = Number(pending) - maxPending + 1
  if (tooMany <= 0) return
  const oldest = database.selectFrom('proxy_transaction').select('state_hash').orderBy('expires_at').limit(tooMany)
  await database.deleteFrom('proxy_transaction').where('state_hash', 'in', oldest).execute()
}

const sealedFor = (stateHash: string) => `transaction ${stateHash}`

import { consolePath } from '#contract/console-path.ts'
import type { connections } from '#contract/console/connections.ts'
import { returnPath } from '#contract/http/return-path.ts'
import { Problem } from '#contract/problem.ts'
import type { session } from '#contract/session.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { Caller, LocalHandlers } from '#proxy/local-endpoints.ts'
import type { Parts } from '#proxy/parts.ts'
import { attemptLimit } from '#proxy/sessions/attempts.ts'
import { type AuthorizationRequest, authorizationRequestSeconds } from './authorization-requests.ts'
import { baseOf } from './callback.ts'

type Rows = Pick<typeof session, 'startCloudSignIn'> &
  Pick<typeof connections, 'connectCloud' | 'connectSelfClient' | 'disconnectCloud'>

/** Starts authorization requests for sign-in and for connections. */
export function cloudHandlers({ oauth, database }: Parts): LocalHandlers<Rows> {
  const { requireSetOut } = attemptLimit(database)
  const setOut = async (
    { site, cookies, origin }: Caller,
    authorization: Omit<AuthorizationRequest, 'consents'>,
    consents: boolean,
  ) => {
    // The redirect URI has one origin, and the transaction cookie is sent to that origin only.
    if (origin !== oauth.origin) {
      throw new Problem('WRONG_HOST', `The identity provider sends browsers back to ${oauth.origin} only`)
    }
    const { address, transaction } = await oauth.begin(site, { ...authorization, consents }, cookies.transaction)
    return {
      output: { address },
      cookies: { transaction: { value: transaction, maxAgeSeconds: authorizationRequestSeconds } },
    }
  }

  return {
    startCloudSignIn: async ({ returnTo, inWindow = false }, caller) => {
      if (!caller.session) await requireSetOut(caller)
      const purpose = { kind: 'sign-in', replaces: caller.session?.hash } as const
      const way = returnPath(returnTo, { origin: oauth.origin, base: baseOf(caller.site) })
      return setOut(caller, { purpose, returnTo: way, inWindow }, false)
    },

    // A refresh token requires explicit consent.
    connectCloud: ({ connection }, caller) => {
      const { site } = caller
      requireCloud(site, connection)
      const purpose = { kind: 'connect', connection, ...whoConnects(caller) } as const
      const returnTo = baseOf(site) + consolePath.connections
      return setOut(caller, { purpose, returnTo, inWindow: false }, true)
    },

    connectSelfClient: async ({ connection, code }, caller) => {
      requireCloud(caller.site, connection)
      const { by } = whoConnects(caller)
      await oauth.connectSelfClient(caller.site, { connection, by }, code).catch((error: unknown) => {
        throw error instanceof Problem && refusesCode.has(error.code)
          ? new Problem('INVALID_INPUT', 'code: is wrong, used or expired', { field: 'code' })
          : error
      })
      return { output: {} }
    },

    disconnectCloud: async ({ connection }, { site }) => ({
      output: { revoked: await oauth.disconnect(requireCloud(site, connection)) },
    }),
  }
}

const refusesCode: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_code'])

function whoConnects({ session }: Caller) {
  if (session?.kind !== 'signed-in') throw new Problem('SIGNED_OUT')
  return { session: session.hash, by: session.user.name }
}

function requireCloud({ upstreams }: Site, name: string): Upstream {
  const found = [...upstreams.values()].find((upstream) => upstream.name === name && upstream.edition === 'cloud')
  if (found) return found
  throw new Problem('INVALID_INPUT', 'connection: there is no cloud connection of this name', { field: 'connection' })
}

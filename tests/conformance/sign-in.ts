import { authenticate } from '#contract/desktop/authentication.ts'
import type { Dialect } from '#contract/dialect.ts'
import type { Output } from '#contract/endpoint.ts'
import { toWireInput } from '#contract/http/http.ts'
import { rightsAt } from '#platform/upstream/site-rights.ts'
import { remediesFor } from '#services/console/connections/health/remedies.ts'
import type { Finding, Setting } from './finding.ts'
import { findingOf } from './probe.ts'
import { openServer, type ServiceConnection } from './server.ts'

/** An account of the server, of which the tool uses the token. */
export type Account = { username: string; password: string }
type SignedIn = { token: string; permissions?: string[]; finding: Finding } | { stopped: string }

/** Signs in to desktop management, in the version that answers; a refused password is never tried again. */
export async function signInTo(
  connection: ServiceConnection,
  account: Account,
  configured: Dialect,
): Promise<SignedIn> {
  const versions = remediesFor({ service: 'desktop', dialect: configured }).filter((remedy) => 'version' in remedy)
  let why = ''
  for (const setting of [{}, ...versions] satisfies Setting[]) {
    const server = openServer(connection, undefined, { ...configured, ...setting })
    const asked = await server.ask(
      authenticate,
      toWireInput(authenticate, { ...account, auth_type: 'local_authentication' }),
    )
    await server.close()
    const { problem } = asked
    if (!problem) return tokenIn(asked.value as Output<typeof authenticate>, findingOf(authenticate, asked))
    why ||= `${problem.status} ${problem.code}: ${problem.message}`
    if (!asked.answer || ![400, 404, 405].includes(problem.status)) break
  }
  return { stopped: `Cannot sign in: ${why}` }
}

function tokenIn({ auth_data: data, user_permissions: said }: Output<typeof authenticate>, finding: Finding): SignedIn {
  if (data?.auth_token !== undefined) {
    const rights = said && rightsAt({ upstreams: new Map() }, said)
    const permissions = rights && [rights.read, rights.write, rights.admin].flatMap((entries = []) => entries)
    return { token: data.auth_token, finding, ...(permissions && { permissions }) }
  }
  return { stopped: `The account needs a one-time code: use one without, or a "credential" of the connection` }
}

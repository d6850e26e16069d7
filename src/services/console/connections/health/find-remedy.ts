import type { Dialect } from '#contract/dialect.ts'
import { openUpstream, type Upstream } from '#platform/upstream/upstream.ts'
import { type CallResult, type ConnectionCaller, connectionCaller } from './connection-caller.ts'
import { remediesFor } from './remedies.ts'

/** A dialect setting, or a base URL without its path, that would work. */
export type Remedy = { remedy?: Partial<Dialect>; withoutPath?: boolean }
type CheckContext = { upstream: Upstream; ask: ConnectionCaller; signal: AbortSignal }

/** Repeats a failed request with other settings; the one that succeeds is suggested. */
export async function findRemedy(first: CallResult, { upstream, ask, signal }: CheckContext): Promise<Remedy> {
  const { endpoint, input, bearer } = first
  const helps = ({ problem }: CallResult) => !problem || problem.status === 401 || problem.status === 403
  for (const remedy of remediesFor(upstream)) {
    if (helps(await ask(endpoint, input, { bearer, dialect: { ...upstream.dialect, ...remedy } }))) return { remedy }
  }
  if (upstream.baseUrl.pathname === '/') return {}
  const { service, name, baseUrl, dialect, ca } = upstream
  const bare = openUpstream(service, {
    name,
    baseUrl: new URL(baseUrl.origin),
    dialect,
    ...(ca !== undefined && { ca }),
  })
  const withoutPath = helps(await connectionCaller(bare, signal)(endpoint, input, { bearer }))
  await bare.close()
  return { withoutPath }
}

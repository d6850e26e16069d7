import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Dialect } from '#contract/dialect.ts'
import { type Endpoint, targetNames } from '#contract/endpoint.ts'
import { fromWireInput } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import type { JsonObject } from '#contract/json.ts'
import { adminOf, holds } from '#contract/permission.ts'
import type { Problem } from '#contract/problem.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import { type Answer, problemIn } from '#platform/upstream/upstream-problem.ts'
import type { Connection, UpstreamService } from '#platform/upstream/connection.ts'
import { openUpstream } from '#platform/upstream/upstream.ts'
import { type CallResult, connectionCaller } from '#services/console/connections/health/connection-caller.ts'

export type ServiceConnection = Connection & {
  service: UpstreamService
  /** What the account that signed in may do; servers may have an address for each role. */
  permissions?: readonly string[] | undefined
}
export type Server = ReturnType<typeof openServer>
/** What came of a request that no endpoint describes. */
export type Raw = { status: number; problem: Problem | undefined; headers: Answer['headers'] }

const answersWithinMs = 30_000
const longestWaitSeconds = 60

/** A server that is examined, spoken to in one dialect, with one credential or none. */
export function openServer(connection: ServiceConnection, credential: string | undefined, dialect: Dialect) {
  const { service, permissions } = connection
  const upstream = openUpstream(service, { ...connection, dialect })
  const { signal } = new AbortController()
  const asker = connectionCaller(upstream, signal, answersWithinMs)
  const bearer: Bearer | undefined = credential === undefined ? undefined : { value: credential, whose: 'console' }

  /** Whoever asks too often is told to wait, and waits once. */
  const ask = async (endpoint: Endpoint, input: JsonObject, speaks: Dialect = dialect): Promise<CallResult> => {
    const clean = fromWireInput(endpoint, input)
    const role: Dialect['role'] = permissions && (holds(permissions, adminOf(endpoint.permission)) ? 'admin' : 'user')
    const way = { bearer, dialect: { ...speaks, ...(role && { role }) } }
    const first = await asker(endpoint, clean, way)
    if (first.problem?.status !== 429) return first
    await delay(Math.min(first.problem.retryAfterSeconds ?? 10, longestWaitSeconds) * 1000)
    return asker(endpoint, clean, way)
  }

  return {
    service,
    upstream,
    dialect,
    ask,
    /** A request to the path of an endpoint by another method, or to a path that no endpoint has. */
    raw: async (endpoint: Endpoint, method: string, path = endpoint.path): Promise<Raw> => {
      const bare = { ...endpoint, path, encoding: 'query', input: z.looseObject({}) } as const
      const request = { ...toRequest(bare, placeholders(path), dialect), method }
      const answer = await upstream.request(endpoint, request, credential, signal)
      return { status: answer.status, headers: answer.headers, problem: problemIn(service, answer, undefined) }
    },
    close: () => upstream.close(),
  }
}

/** Never read: a request of this kind does not reach what the path names. */
const placeholders = (path: Endpoint['path']) =>
  Object.fromEntries(targetNames({ path }).map((name) => [name, 'conformance']))

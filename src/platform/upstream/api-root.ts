import { fromServerNames } from '#contract/http/server-names.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { type Json, isJsonObject, parseJson } from '#contract/json.ts'
import { collections, getApiRoot } from '#contract/mdm/root.ts'
import { problemIn } from './upstream-problem.ts'
import type { Upstream } from './upstream.ts'

type CallTarget = {
  upstream: Upstream
  secret?: string | undefined
  signal: AbortSignal
  origin?: string | undefined
}

/**
 * If configured, obtains resource URLs from the API root (mobile-device-management, What the service does). On failure,
 * default paths are used, and the next call tries again.
 */
export async function findResources({ upstream, secret, signal, origin }: CallTarget): Promise<void> {
  const { service, dialect, baseUrl, pages } = upstream
  if (service !== 'mdm' || dialect.apiRoot === undefined || dialect.resources) return
  const speaks = { ...dialect, operations: { [getApiRoot.id]: { path: dialect.apiRoot } } }
  const answer = await upstream.request(getApiRoot, toRequest(getApiRoot, {}, speaks), secret, signal, origin)
  if (problemIn(service, answer, undefined)) return
  const root = fromServerNames(parseJson(answer.text), dialect)
  if (!isJsonObject(root)) return
  const names = Object.keys(collections)
  pages.learnResources(Object.fromEntries(names.flatMap((name) => addressIn(root[name], name, baseUrl))))
}

/** A path on this server, whatever the host: tokens are never sent to other hosts. */
function addressIn(value: Json | undefined, name: string, baseUrl: URL): [string, string | false][] {
  if (value === undefined || value === null) return [[name, false]]
  const text = isJsonObject(value) ? (value.url ?? value.href) : value
  if (typeof text !== 'string' || !URL.canParse(text, baseUrl)) return []
  const { origin, pathname } = new URL(text, baseUrl)
  const base = baseUrl.pathname.replace(/\/$/, '')
  if (origin !== baseUrl.origin || !pathname.startsWith(`${base}/`)) return []
  return [[name, pathname.slice(base.length).replace(/\/$/, '')]]
}

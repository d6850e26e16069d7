import type { Endpoint } from '#contract/endpoint.ts'
import { authorize } from '#contract/identity/authorization.ts'
import { identityPaths, publicIdentityPath } from '#contract/identity/pages.ts'
import { getMetadata, getUserInfo, requestToken, revokeToken } from '#contract/identity/tokens.ts'
import { fingerprintPattern, statusEndings, statusPath, statusPaths } from '#contract/keys/status.ts'

/** The public routes of the embedded services. No other route is reachable through the console. */
export type PublishedRoute = {
  service: 'identity' | 'status'
  /** Name for the log, without parameter values. */
  name: string
  methods: readonly string[]
  /** Path and query for the service, rebuilt from validated parts. */
  target: string
}

type Fixed = { path: string; methods: readonly string[]; parameters?: readonly string[] }

const endpointRoute = (endpoint: Endpoint, methods: readonly string[] = [endpoint.method]): Fixed => ({
  path: endpoint.path,
  methods,
  parameters: 'shape' in endpoint.input ? Object.keys(endpoint.input.shape as object) : [],
})

const identityRoutes: readonly Fixed[] = [
  { path: identityPaths.index, methods: ['GET'] },
  { path: identityPaths.developer, methods: ['GET', 'POST'] },
  { path: identityPaths.signOut, methods: ['POST'] },
  endpointRoute(authorize, ['GET', 'POST']), // its forms post to the same URL
  ...[requestToken, revokeToken, getUserInfo, getMetadata].map((endpoint) => endpointRoute(endpoint)),
]

/** Location of the metadata of an issuer with a path (RFC 8414, section 3). */
const standardMetadata = getMetadata.path + publicIdentityPath

export function findPublishedRoute({ pathname, searchParams }: URL): PublishedRoute | undefined {
  const asked = pathname === standardMetadata ? publicIdentityPath + getMetadata.path : pathname
  const fixed = identityRoutes.find(({ path }) => publicIdentityPath + path === asked)
  if (!fixed) return statusRoute(asked)
  const { methods, parameters = [] } = fixed
  const query = new URLSearchParams([...searchParams].filter(([name]) => parameters.includes(name)))
  return { service: 'identity', name: asked, methods, target: query.size > 0 ? `${asked}?${query}` : asked }
}

const escaped = (text: string) => text.replaceAll('.', '\\.')
const { lists, ocsp, issuers } = statusPaths
const named = (path: string, ending: string) =>
  new RegExp(`^${statusPath}${path}/${fingerprintPattern}${escaped(ending)}$`)
const files = [
  { name: statusPath + lists, pattern: named(lists, statusEndings.lists) },
  { name: statusPath + issuers, pattern: named(issuers, statusEndings.issuers) },
]
const ocspPath = statusPath + ocsp
/** RFC 5019 recommends GET for at most 255 bytes; some clients send more. */
const longestOcspAddress = 4096

function statusRoute(pathname: string): PublishedRoute | undefined {
  if (pathname === ocspPath) return { service: 'status', name: ocspPath, methods: ['POST'], target: ocspPath }
  const file = files.find(({ pattern }) => pattern.test(pathname))
  if (file) return { service: 'status', name: file.name, methods: ['GET'], target: pathname }
  const base64 = pathname.startsWith(`${ocspPath}/`) ? decoded(pathname.slice(ocspPath.length + 1)) : undefined
  if (!base64 || base64.length > longestOcspAddress || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  return { service: 'status', name: ocspPath, methods: ['GET'], target: `${ocspPath}/${encodeURIComponent(base64)}` }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

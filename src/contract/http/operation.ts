import { type Dialect, mdmPrefix, withPrefix } from '#contract/dialect.ts'
import { serverName } from './server-names.ts'
import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { adminOf } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'

/** Method and path template of an operation on a server. */
export function operationAt(endpoint: Endpoint, speaks: Dialect): { method: Endpoint['method']; path: string } {
  const configured = Object.hasOwn(speaks.operations, endpoint.id) ? speaks.operations[endpoint.id] : undefined
  if (configured === false) throw notOffered(endpoint)
  const { method = endpoint.method, path, adminPath, userPath } = configured ?? {}
  if (speaks.role === 'user' && adminPath !== undefined && userPath === undefined && path === undefined) {
    throw new Problem(
      'FORBIDDEN',
      `This server offers it to administrators only: your account needs ${adminOf(endpoint.permission)}`,
      {
        service: serviceOf(endpoint),
      },
    )
  }
  const [first, second] = speaks.role === 'admin' ? [adminPath, userPath] : [userPath, adminPath]
  return { method, path: first ?? path ?? second ?? defaultPath(endpoint, speaks) }
}

const notOffered = (endpoint: Endpoint) =>
  new Problem('NOT_OFFERED', `Not offered by this server: ${endpoint.summary}`, { service: serviceOf(endpoint) })

/** The reference path with the server's names, or below the address given by its API root. */
function defaultPath(endpoint: Endpoint, speaks: Dialect): string {
  const named = endpoint.path
    .split('/')
    .map((name) => serverName(name, speaks))
    .join('/')
  if (serviceOf(endpoint) !== 'mdm' || !endpoint.path.startsWith(`${mdmPrefix}/`))
    return withPrefix(serviceOf(endpoint), named, speaks)
  const [collection = ''] = endpoint.path.slice(mdmPrefix.length + 1).split('/')
  const at = speaks.resources && Object.hasOwn(speaks.resources, collection) ? speaks.resources[collection] : undefined
  if (at === false) throw notOffered(endpoint)
  if (at === undefined) return withPrefix(serviceOf(endpoint), named, speaks)
  return [
    at,
    ...named
      .slice(mdmPrefix.length + 1)
      .split('/')
      .slice(1),
  ].join('/')
}

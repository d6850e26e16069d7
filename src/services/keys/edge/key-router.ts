import { defaultDialect } from '#contract/dialect.ts'
import type { WireResponse } from '#contract/http/wire-message.ts'
import { apiNameOf } from '#contract/keys/result.ts'
import { Problem } from '#contract/problem.ts'
import { nameEndpoint } from '#platform/current-call.ts'
import { acmePath, type AcmeRouter } from '#services/keys/acme/acme-router.ts'
import type { Log } from '#platform/log.ts'
import { isLoopbackHost } from '#platform/network/loopback.ts'
import type { KeyHolder } from '#services/keys/api-keys.ts'
import type { KeyCall } from '#services/keys/key-management.ts'
import { type Route, requirePermission } from '#services/router.ts'
import { failureAnswer } from './failure-answer.ts'
import type { KeyRequest } from './key-request.ts'
import { requestInput } from './request-input.ts'
import { methodsOf, requestPath } from './request-path.ts'

export type KeyRouterOptions = {
  endpoints: readonly Route<KeyCall>[]
  /** Holder of an API key. Throws INVALID_AUTHTOKEN. */
  holderOf: (token: string, host: string) => Promise<KeyHolder>
  isSealed: () => boolean
  /** Whether API keys in the URL are accepted. */
  keyInUrl: boolean
  /** Handles requests below /acme without an API key: all changes are signed. */
  acme?: Pick<AcmeRouter, 'answer'> | undefined
  log: Log
}

/** Handles all requests, including rejected ones. `operation` is the only part of the URL that may be logged. */
export function keyRouter(options: KeyRouterOptions) {
  const routes = new Map(options.endpoints.map((route) => [route.endpoint.path as string, route]))

  return async (request: KeyRequest, instead?: Problem): Promise<{ operation: string; response: WireResponse }> => {
    const { acme } = options
    if (acme && !instead && request.target.startsWith(`${acmePath}/`)) {
      return { operation: 'acme', response: await acme.answer(request, `https://${request.headers.host ?? ''}`) }
    }
    const { path, token, search } = requestPath(request.target)
    const route = routes.get(path)
    const operation = route ? apiNameOf(route.endpoint) : 'unknown'
    if (route) nameEndpoint(route.endpoint.id)
    try {
      if (instead) throw instead
      requireLoopback(request)
      const holder = await requireHolder(options, request, token)
      const known = requireCallable(route, request.method, options)
      const caller = { name: holder.username, permissions: holder.permissions }
      requirePermission(known.endpoint.permission, caller)
      const call = { ...callOf(request), operation, username: holder.username, keyId: holder.id, caller }
      const input = await requestInput(known.endpoint, request, search)
      const { method, headers } = request
      return { operation, response: await known.answer({ method, target: path, headers, ...input }, call) }
    } catch (error) {
      const { method, signal } = request
      const log: Log = (event, facts) => signal.aborted || options.log(event, { method, operation, ...facts })
      return { operation, response: failureAnswer(route?.endpoint, error, log) }
    }
  }
}

const callOf = ({ headers, address, peer, signal }: KeyRequest) => ({
  origin: `https://${headers.host}`,
  address,
  peer,
  signal,
  speaks: defaultDialect,
})

/** Rejects host names other than loopback, to prevent DNS rebinding. */
function requireLoopback({ headers }: KeyRequest) {
  if (isLoopbackHost(headers.host ?? '')) return
  throw new Problem('WRONG_HOST', 'This service accepts loopback host names only', { service: 'keys' })
}

const invalidKey = (message?: string) => new Problem('INVALID_AUTHTOKEN', message)

/** Checked first, so that the available operations are not disclosed without a key. */
function requireHolder({ holderOf, keyInUrl }: KeyRouterOptions, request: KeyRequest, inUrl: string | undefined) {
  const inHeader = request.headers.authtoken
  if (inUrl !== undefined && !keyInUrl) throw invalidKey('A key in the URL is not accepted; use the header AUTHTOKEN')
  if (inUrl !== undefined && inHeader !== undefined && inUrl !== inHeader) {
    throw invalidKey('The AUTHTOKEN in the header differs from the one in the URL')
  }
  const token = inHeader ?? inUrl
  if (!token) throw invalidKey('The header AUTHTOKEN is missing')
  return holderOf(token, request.peer)
}

/** Operations available while the vault is sealed. */
const withoutVault = new Set(['keys.getVaultStatus', 'keys.unsealVault'])

function requireCallable(route: Route<KeyCall> | undefined, method: string, { isSealed }: KeyRouterOptions) {
  if (!route) throw new Problem('UNKNOWN_API_NAME')
  const methods = methodsOf(route.endpoint)
  if (!methods.includes(method)) throw new Problem('WRONG_METHOD', `The operation accepts only ${methods.join(' or ')}`)
  if (isSealed() && !withoutVault.has(route.endpoint.id)) throw new Problem('SEALED')
  return route
}

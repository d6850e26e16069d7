import * as z from 'zod/mini'
import { fromServerChoices } from '#contract/choice.ts'
import { type Dialect, defaultDialect, withPrefix } from '#contract/dialect.ts'
import { fromServerNames, serverName } from './server-names.ts'
import { type Endpoint, type Input, serviceOf } from '#contract/endpoint.ts'
import { invalidInput } from '#contract/errors.ts'
import { type Json, type JsonObject, isJsonObject, parseJson } from '#contract/json.ts'
import { withPageBase } from '#contract/page-base.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { formType, fromWireInput, inputData } from './http.ts'
import { partsOf } from './target.ts'
import type { WireRequest } from './wire-message.ts'

/** Decodes a request to an embedded service. `form` is a parsed multipart form. */
export function fromRequest<R extends Endpoint>(
  endpoint: R,
  request: WireRequest,
  speaks: Dialect = defaultDialect,
): Input<R> {
  const { path, search } = partsOf(request.target)
  const wire: JsonObject = Object.create(null) as JsonObject
  Object.assign(wire, carried(endpoint, request, new URLSearchParams(search)))
  const inPath = pathMatches(endpoint, path, speaks) ?? {}
  refuseTwice(endpoint, wire, inPath)
  Object.assign(wire, inPath)
  const given = withoutNothing(endpoint, fromServerNames({ ...wire }, speaks) as JsonObject)
  const named = fromServerChoices(endpoint, given, speaks)
  return fromWireInput(endpoint, withPageBase(endpoint, named, -speaks.pageBase))
}

/** Endpoints that list all their parameters reject a path parameter that is repeated in the body (action_name). */
function refuseTwice(endpoint: Endpoint, body: JsonObject, inPath: JsonObject) {
  const strict = endpoint.input instanceof z.ZodMiniObject && endpoint.input.def.catchall instanceof z.ZodMiniNever
  const twice = strict ? Object.keys(inPath).find((name) => Object.hasOwn(body, name)) : undefined
  if (twice)
    throw invalidInput(
      serviceOf(endpoint),
      undefined,
      twice,
      'Invalid parameter detected, it is already part of the path',
    )
}

/** Whether the request has no body and needs none. */
const comesBare = (endpoint: Endpoint, { body }: WireRequest) => endpoint.body === 'optional' && !body

function carried(endpoint: Endpoint, request: WireRequest, query: URLSearchParams): JsonObject {
  if (endpoint.encoding === 'query') return single(endpoint, query)
  if (endpoint.encoding === 'form') return single(endpoint, new URLSearchParams([...query, ...formBody(request)]))
  if (endpoint.encoding === 'json' && comesBare(endpoint, request)) return {}
  if (endpoint.encoding === 'json') return request.method === 'GET' ? {} : objectFrom(endpoint, request.body)
  if (endpoint.encoding === 'multipart' && !request.form) throw noData(serviceOf(endpoint))
  if (endpoint.encoding === 'multipart' || request.form) {
    const { fields = {}, files = {}, large } = request.form ?? {}
    const details = fields[inputData] === undefined ? {} : detailsIn(endpoint, fields[inputData])
    return { ...details, ...({ ...files, ...(large && { [large.part]: large.file }) } as unknown as JsonObject) }
  }
  const text = formBody(request).get(inputData) ?? query.get(inputData)
  return text === null ? {} : detailsIn(endpoint, text)
}

const formBody = ({ headers, body }: WireRequest) =>
  new URLSearchParams(headers['content-type']?.toLowerCase().startsWith(formType) ? body : '')

function detailsIn(endpoint: Endpoint, text: string): JsonObject {
  const { operation } = objectFrom(endpoint, text, inputData)
  const details = isJsonObject(operation) ? operation.Details : undefined
  if (!isJsonObject(details)) throw invalidInput(serviceOf(endpoint), undefined, inputData, 'must be operation.Details')
  return details
}

/**
 * `null` counts as omitted, except in mobile-device-management, where it clears some fields, in inputs whose omission
 * means all, and in unknown fields.
 */
function withoutNothing(endpoint: Endpoint, fields: JsonObject): JsonObject {
  if (serviceOf(endpoint) === 'mdm') return fields
  const shape = endpoint.input instanceof z.ZodMiniObject ? (endpoint.input.shape as object) : fields
  const isNothing = (name: string) => Object.hasOwn(shape, name) && !endpoint.allWithout?.includes(name)
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || !isNothing(name)))
}

/** Repeated parameters are rejected, since readers could disagree on the value. */
function single(endpoint: Endpoint, query: URLSearchParams): JsonObject {
  const values: JsonObject = {}
  for (const [name, value] of query) {
    if (Object.hasOwn(values, name)) throw invalidInput(serviceOf(endpoint), undefined, name, 'is given twice')
    Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return values
}

const noData = (service: ServiceName) =>
  service === 'mdm' ? new Problem('COM0006') : invalidInput(service, undefined, 'body', 'No request data received')

function objectFrom(endpoint: Endpoint, body: string | undefined, what = 'body'): JsonObject {
  const service = serviceOf(endpoint)
  if (!body) throw noData(service)
  let value: Json
  try {
    value = parseJson(body)
  } catch {
    throw invalidInput(service, undefined, what, 'is not JSON')
  }
  if (!isJsonObject(value)) throw invalidInput(service, undefined, what, 'must be a JSON object')
  return value
}

/** Path parameters of an endpoint; undefined if the path does not match. */
export function pathMatches(
  endpoint: Endpoint,
  path: string,
  speaks: Dialect = defaultDialect,
): Record<string, string> | undefined {
  const parts = path.split('/')
  for (const template of templatesOf(endpoint, speaks)) {
    const values = templateMatches(template, parts, speaks)
    if (values) return values
  }
  return undefined
}

/** Every request is matched against every endpoint, so path templates are split once per prefix and names. */
const templates = new WeakMap<Dialect['names'], Map<string, WeakMap<Endpoint, string[][]>>>()
function templatesOf(endpoint: Endpoint, speaks: Dialect): string[][] {
  const { names, prefix } = speaks
  const byPrefix = templates.get(names) ?? new Map<string, WeakMap<Endpoint, string[][]>>()
  templates.set(names, byPrefix)
  const known = byPrefix.get(prefix) ?? new WeakMap<Endpoint, string[][]>()
  byPrefix.set(prefix, known)
  const paths =
    known.get(endpoint) ??
    [endpoint.path, ...(endpoint.alsoAt ?? [])].map((one) =>
      withPrefix(serviceOf(endpoint), withServerSegments(one, speaks), speaks).split('/'),
    )
  known.set(endpoint, paths)
  return paths
}

/** Server names of operations and resources in a path; values in braces are not translated. */
const withServerSegments = (path: string, speaks: Dialect) =>
  path
    .split('/')
    .map((name) => serverName(name, speaks))
    .join('/')

/** Longer than any id, so no resource exists at such a path. */
const longestValue = 200

function templateMatches(template: readonly string[], parts: readonly string[], speaks: Dialect) {
  if (parts.length !== template.length) return undefined
  const values: Record<string, string> = {}
  for (const [index, name] of template.entries()) {
    const part = parts[index] ?? ''
    if (!name.startsWith('{')) {
      if (name !== part) return undefined
    } else {
      const value = decoded(part)
      if (value === undefined || value === '' || value.length > longestValue) return undefined
      if (name !== '{version}') values[name.slice(1, -1)] = value
      else if (value !== speaks.version) return undefined
    }
  }
  return values
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

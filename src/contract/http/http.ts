/**
 * The only HTTP edge. Browser and proxy use the outer pair (`toRequest`, `fromResponse`), the embedded services the
 * inner pair (`fromRequest`, and `toResponse` in a file of its own: no browser loads what it needs); one row describes
 * both sides.
 */
import * as z from 'zod'
import { fromServerChoices, toServerChoices } from '#contract/choice.ts'
import { type Dialect, defaultDialect, fromServerNames, serverName, toServerNames } from '#contract/dialect.ts'
import { type Input, type Output, type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { errorIn, invalidInput } from '#contract/errors.ts'
import { type Json, type JsonObject, isJsonObject, parseJson, stringifyJson } from '#contract/json.ts'
import { withBothPaging, withPageBase } from '#contract/page-base.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { type FilePart, isFilePart } from '#contract/wire.ts'
import { fileNameIn } from './file-answer.ts'
import { operationAt, withPrefix } from './operation.ts'
import type { WireRequest, WireResponse } from './wire-message.ts'

export const jsonType = 'application/json;charset=UTF-8'
export const sentenceType = 'text/plain;charset=UTF-8'
export const formType = 'application/x-www-form-urlencoded'
export const inputData = 'INPUT_DATA'

/** Encode clean input to the wire form the reference states. Throws `INVALID_INPUT` naming the field. */
export function toRequest<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  speaks: Dialect = defaultDialect,
): WireRequest {
  const given = withBothPaging(endpoint, toWireInput(endpoint, input))
  const rest = toServerChoices(endpoint, withPageBase(endpoint, given, speaks.pageBase), speaks)
  const { method, path: template } = operationAt(endpoint, speaks)
  const path = template.replace(/\{([\w-]+)\}/g, (_whole, name: string) => {
    if (name === 'version') return segment(speaks.version)
    const value = rest[name]
    delete rest[name]
    return segment(asText(value))
  })
  for (const name of speaks.omits) delete rest[name]
  const wire = toServerNames(rest, speaks) as JsonObject
  const request: WireRequest = {
    method,
    target: path,
    headers: { accept: 'application/json' },
  }
  // What has no body on that server travels in the query.
  if (endpoint.encoding === 'json' && (method !== 'GET' || endpoint.method === 'GET')) {
    if (method !== 'GET') {
      request.headers['content-type'] = 'application/json'
      request.body = stringifyJson(wire)
    }
    return request
  }
  if (endpoint.encoding === 'multipart') return { ...request, form: formOf(wire) }
  const query = new URLSearchParams()
  if (isPlain(endpoint) || endpoint.encoding === 'json')
    for (const [name, value] of Object.entries(wire)) query.append(name, asText(value))
  else if (Object.keys(wire).length > 0) query.append(inputData, documentOf(wire))
  if (query.size === 0) return request
  if (endpoint.encoding !== 'query' && method === 'POST' && speaks.inputData === 'body') {
    return { ...request, headers: { ...request.headers, 'content-type': formType }, body: `${query}` }
  }
  return { ...request, target: `${request.target}?${query}` }
}

/** Each value of the input is a parameter of its own. */
const isPlain = ({ encoding }: Endpoint) => encoding === 'query' || encoding === 'form'

/** key-management, Request conventions: INPUT_DATA is `operation.Details.{fields}`. */
const documentOf = (details: JsonObject) => stringifyJson({ operation: { Details: details } })

function formOf(wire: Record<string, unknown>): NonNullable<WireRequest['form']> {
  const entries = Object.entries(wire)
  const files = entries.filter((entry): entry is [string, FilePart] => isFilePart(entry[1]))
  const details = Object.fromEntries(entries.filter(([, value]) => !isFilePart(value))) as JsonObject
  const fields = Object.keys(details).length > 0 ? { [inputData]: documentOf(details) } : {}
  return { fields: fields as Record<string, string>, files: Object.fromEntries(files) }
}

/** The input as a plain wire object: what the browser posts to the proxy, and what `fromWireInput` reads. */
export function toWireInput<R extends Endpoint>(endpoint: R, input: Input<R>): JsonObject {
  const result = z.safeEncode(endpoint.input, input, sayMissing)
  if (!result.success) throw invalidInput('session', result.error)
  const given = Object.entries(result.data as Record<string, Json | undefined>)
  return Object.fromEntries(given.filter((entry): entry is [string, Json] => entry[1] !== undefined))
}

/** Check a plain wire object against the row. Throws the service's own code for a bad value, naming the field. */
export function fromWireInput<R extends Endpoint>(endpoint: R, wire: Json, blames = serviceOf(endpoint)): Input<R> {
  const result = z.safeDecode(endpoint.input, wire, sayMissing)
  if (!result.success) throw invalidInput(blames, result.error)
  return result.data as Input<R>
}

export const sayMissing = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : undefined),
}

/** Decode a request an embedded service received for this row. `form` is a parsed form body, where one came. */
export function fromRequest<R extends Endpoint>(
  endpoint: R,
  request: WireRequest,
  speaks: Dialect = defaultDialect,
): Input<R> {
  const [path = '', search = ''] = request.target.split('?', 2)
  const wire: JsonObject = Object.create(null) as JsonObject
  Object.assign(wire, carried(endpoint, request, new URLSearchParams(search)))
  const inPath = pathMatches(endpoint, path, speaks) ?? {}
  refuseTwice(endpoint, wire, inPath)
  Object.assign(wire, inPath)
  const named = fromServerChoices(endpoint, fromServerNames({ ...wire }, speaks) as JsonObject, speaks)
  return fromWireInput(endpoint, withPageBase(endpoint, named, -speaks.pageBase))
}

/** Where a row names every parameter, what the path says is none of the body's (action_name). */
function refuseTwice(endpoint: Endpoint, body: JsonObject, inPath: JsonObject) {
  const strict = endpoint.input instanceof z.ZodObject && endpoint.input.def.catchall instanceof z.ZodNever
  const twice = strict ? Object.keys(inPath).find((name) => Object.hasOwn(body, name)) : undefined
  if (twice) throw invalidInput(serviceOf(endpoint), undefined, twice, 'Invalid parameter detected, the path says it')
}

/** A call of such a row may come without a body. */
const comesBare = (endpoint: Endpoint, { body }: WireRequest) => endpoint.body === 'optional' && !body

function carried(endpoint: Endpoint, request: WireRequest, query: URLSearchParams): JsonObject {
  if (endpoint.encoding === 'query') return single(endpoint, query)
  if (endpoint.encoding === 'form') return single(endpoint, new URLSearchParams([...query, ...formBody(request)]))
  if (endpoint.encoding === 'json' && comesBare(endpoint, request)) return {}
  if (endpoint.encoding === 'json') return request.method === 'GET' ? {} : objectFrom(endpoint, request.body)
  if (endpoint.encoding === 'multipart' || request.form) {
    const { fields = {}, files = {} } = request.form ?? {}
    const details = fields[inputData] === undefined ? {} : detailsIn(endpoint, fields[inputData])
    return { ...details, ...(files as unknown as JsonObject) }
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

/** A parameter that is given twice is refused: two readers could pick different ones. */
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

/** Decode an answer, whatever its content type says. Throws a `Problem` for errors, HTTP 200 ones included. */
export function fromResponse<R extends Endpoint>(
  endpoint: R,
  response: WireResponse,
  speaks: Dialect = defaultDialect,
): Output<R> {
  const service = serviceOf(endpoint)
  if (endpoint.responseType) return notJson(endpoint, response)
  let body: Json
  try {
    body = fromServerNames(parseJson(response.body), speaks)
  } catch {
    throw new Problem('UNEXPECTED_CONTENT', undefined, { service, raw: response.body.slice(0, 500) })
  }
  const problem = errorIn(service, response, body)
  if (problem) throw problem
  const result = z.safeDecode(endpoint.output, body)
  if (!result.success) {
    throw new Problem('UNEXPECTED_CONTENT', `Unexpected response format: ${z.prettifyError(result.error)}`, {
      service,
      raw: body,
    })
  }
  return result.data as Output<R>
}

/** A file, a sentence or nothing, unless the server says instead, in JSON, why there is none. */
function notJson<R extends Endpoint>(endpoint: R, response: WireResponse): Output<R> {
  const text = response.body
  const isFile = response.status < 400 && response.headers['content-disposition']?.startsWith('attachment')
  const said = !isFile && (text.startsWith('{') || response.status >= 400) ? jsonOrText(text) : undefined
  const problem = said === undefined ? undefined : errorIn(serviceOf(endpoint), response, said)
  if (problem) throw problem
  if (endpoint.responseType === 'nothing') return {} as Output<R>
  const bytes = response.bytes ?? new TextEncoder().encode(text)
  const { 'content-type': type, 'content-disposition': disposition } = response.headers
  const value =
    endpoint.responseType === 'sentence' ? text : { name: fileNameIn(disposition), bytes, ...(type && { type }) }
  return z.decode(endpoint.output, value) as Output<R>
}

const jsonOrText = (text: string): Json => {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** The values a path carries for this row, or undefined when the path is another one's. */
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

/** Every request is held against every row: their paths are taken apart once for each prefix and names. */
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
      withPrefix(endpoint, withServerSegments(one, speaks), speaks).split('/'),
    )
  known.set(endpoint, paths)
  return paths
}

/** Operations and resources in a path, as that server calls them; what stands in braces is a value. */
const withServerSegments = (path: string, speaks: Dialect) =>
  path
    .split('/')
    .map((name) => serverName(name, speaks))
    .join('/')

function templateMatches(template: readonly string[], parts: readonly string[], speaks: Dialect) {
  if (parts.length !== template.length) return undefined
  const values: Record<string, string> = {}
  for (const [index, name] of template.entries()) {
    const part = parts[index] ?? ''
    if (!name.startsWith('{')) {
      if (name !== part) return undefined
    } else {
      const value = decoded(part)
      if (value === undefined || value === '') return undefined
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

/** One path segment: a value can never add a segment, a query or a dot-dot of its own. */
const segment = (value: string) => {
  if (/^\.{0,2}$/.test(value)) throw new Problem('INVALID_INPUT', 'A path segment is empty or consists of dots')
  return encodeURIComponent(value)
}

const asText = (value: Json | undefined) =>
  typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value)

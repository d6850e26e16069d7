import { toServerChoices } from '#contract/choice.ts'
import { type Dialect, defaultDialect } from '#contract/dialect.ts'
import { toServerNames } from './server-names.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { type Json, type JsonObject, stringifyJson } from '#contract/json.ts'
import { withBothPaging, withPageBase } from '#contract/page-base.ts'
import { Problem } from '#contract/problem.ts'
import { type FilePart, isFile, isFilePart, isFileStream } from './file-part.ts'
import { formType, inputData, toWireInput } from './http.ts'
import { operationAt } from './operation.ts'
import type { WireRequest } from './wire-message.ts'

/** Encodes input in the wire form of the reference. Throws `INVALID_INPUT` naming the field. */
export function toRequest<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  speaks: Dialect = defaultDialect,
): WireRequest {
  const given = withBothPaging(endpoint, toWireInput(endpoint, input))
  const rest = toServerChoices(endpoint, withPageBase(endpoint, given, speaks.pageBase), speaks)
  const { method, path: template } = operationAt(endpoint, speaks)
  const path = template.replace(/\{([\w-]+)\}/g, (_whole, name: string) => {
    if (name === 'version') return segment(name, speaks.version)
    const value = rest[name]
    delete rest[name]
    return segment(name, asText(value))
  })
  for (const name of [...speaks.omits, ...(endpoint.staysHere ?? [])]) delete rest[name]
  const wire = toServerNames(rest, speaks) as JsonObject
  const request: WireRequest = {
    method,
    target: path,
    headers: { accept: 'application/json' },
  }
  // Without a request body on that server, the input is sent in the query.
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

/** Whether each input is a separate parameter. */
const isPlain = ({ encoding }: Endpoint) => encoding === 'query' || encoding === 'form'

/** key-management, Request conventions: INPUT_DATA is `operation.Details.{fields}`. */
const documentOf = (details: JsonObject) => stringifyJson({ operation: { Details: details } })

function formOf(wire: Record<string, unknown>): NonNullable<WireRequest['form']> {
  const entries = Object.entries(wire)
  const files = entries.filter((entry): entry is [string, FilePart] => isFilePart(entry[1]))
  const large = entries.flatMap(([part, file]) => (isFileStream(file) ? [{ part, file }] : []))[0]
  const details = Object.fromEntries(entries.filter(([, value]) => !isFile(value))) as JsonObject
  const fields = Object.keys(details).length > 0 ? { [inputData]: documentOf(details) } : {}
  return { fields: fields as Record<string, string>, files: Object.fromEntries(files), ...(large && { large }) }
}

/** A single path segment: a value can never add segments, a query or dot segments. */
function segment(field: string, value: string): string {
  const why = /^\.{0,2}$/.test(value)
    ? 'must not be empty or consist of dots'
    : value.isWellFormed()
      ? undefined
      : 'contains half of a character (a lone surrogate)'
  if (why) throw new Problem('INVALID_INPUT', `${field}: ${why}`, { field })
  return encodeURIComponent(value)
}

const asText = (value: Json | undefined) =>
  typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value)

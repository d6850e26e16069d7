/** Encodes responses of the embedded services and of the proxy's own endpoints; the counterpart of `fromResponse`. */
import * as z from 'zod/mini'
import { type Dialect, defaultDialect } from '#contract/dialect.ts'
import { toServerNames } from './server-names.ts'
import { type Output, type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { type Json, stringifyJson } from '#contract/json.ts'
import type { FilePart } from './file-part.ts'
import { fileResponse } from './file-answer.ts'
import { jsonType, sentenceType } from './http.ts'
import { inServerForm } from './server-form.ts'
import type { WireResponse } from './wire-message.ts'

/** Encodes a handler's result. Throws if it does not match the reference. */
export function toResponse<R extends Endpoint>(
  endpoint: R,
  output: Output<R>,
  speaks: Dialect = defaultDialect,
): WireResponse {
  const { status = 200 } = endpoint
  if (endpoint.responseType === 'nothing') return { status, headers: {}, body: '' }
  if (endpoint.responseType === 'file') return fileResponse(z.encode(endpoint.output, output) as FilePart)
  if (endpoint.responseType === 'sentence')
    return { status, headers: { 'content-type': sentenceType }, body: z.encode(endpoint.output, output) as string }
  const wire = toServerNames(inServerForm(endpoint, z.encode(endpoint.output, output) as Json, speaks), speaks)
  return { status, headers: { 'content-type': jsonTypeOf(endpoint, speaks) }, body: stringifyJson(wire) }
}

const jsonTypeOf = (endpoint: Endpoint, speaks: Dialect) =>
  serviceOf(endpoint) === 'desktop' && speaks.quirks.includes('text/plain') ? sentenceType : jsonType

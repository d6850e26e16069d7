/**
 * The single place for HTTP encoding. Browser and proxy use the outer pair (`toRequest`, `fromResponse`), embedded
 * services the inner pair (`fromRequest`, `toResponse`); one endpoint describes both sides. `toRequest` and
 * `toResponse` are in separate files, since the sign-in page does not need them.
 */
import * as z from 'zod/mini'
import type { Dialect } from '#contract/dialect.ts'
import { fromServerNames } from './server-names.ts'
import { type Input, type Output, type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { errorIn, invalidInput } from '#contract/errors.ts'
import { type Json, type JsonObject, parseJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { fileNameIn } from './file-answer.ts'
import type { WireResponse } from './wire-message.ts'

export const jsonType = 'application/json;charset=UTF-8'
export const sentenceType = 'text/plain;charset=UTF-8'
export const formType = 'application/x-www-form-urlencoded'
export const inputData = 'INPUT_DATA'

/** The input in wire form: what the browser posts to the proxy and `fromWireInput` reads. */
export function toWireInput<R extends Endpoint>(endpoint: R, input: Input<R>): JsonObject {
  const result = z.safeEncode(endpoint.input, input, missingMessage)
  if (!result.success) throw invalidInput('session', result.error)
  const given = Object.entries(result.data as Record<string, Json | undefined>)
  return Object.fromEntries(given.filter((entry): entry is [string, Json] => entry[1] !== undefined))
}

/** Validates wire input against the endpoint. Throws the service's code for invalid values, naming the field. */
export function fromWireInput<R extends Endpoint>(endpoint: R, wire: Json, blames = serviceOf(endpoint)): Input<R> {
  const result = z.safeDecode(endpoint.input, wire, missingMessage)
  if (!result.success) throw invalidInput(blames, result.error)
  return result.data as Input<R>
}

export const missingMessage = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : undefined),
}

/**
 * Statuses of the pages by which intermediaries reject the size or rate of requests, or announce maintenance. Pages with
 * other statuses say nothing reliable about the call.
 */
const statusesOfPages: ReadonlySet<number> = new Set([413, 429, 503])

/** Decodes a response regardless of its content type. Throws a `Problem` for errors, including those with HTTP 200. */
export function fromResponse<R extends Endpoint>(endpoint: R, response: WireResponse, speaks?: Dialect): Output<R> {
  const service = serviceOf(endpoint)
  if (endpoint.responseType) return notJson(endpoint, response)
  let body: Json
  try {
    const said = parseJson(response.body)
    body = speaks ? fromServerNames(said, speaks) : said
  } catch {
    const raw = response.body.slice(0, 500)
    const { status } = response
    const page = statusesOfPages.has(status) ? errorIn(service, response, raw) : undefined
    throw page ?? new Problem('UNEXPECTED_CONTENT', undefined, { service, raw })
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

/** A file, a sentence or an empty response, unless it is a JSON error. */
function notJson<R extends Endpoint>(endpoint: R, response: WireResponse): Output<R> {
  const text = response.body
  const isFile = response.status < 400 && response.headers['content-disposition']?.startsWith('attachment')
  const said = !isFile && (/^\s*{/.test(text) || response.status >= 400) ? jsonOrText(text) : undefined
  const problem = said === undefined ? undefined : errorIn(serviceOf(endpoint), response, said)
  if (problem) throw problem
  // An HTML page comes from an intermediary, so the outcome of the call is unknown.
  if (!isFile && /^\s*<(!doctype|html)/i.test(text))
    throw new Problem('UNEXPECTED_CONTENT', undefined, { service: serviceOf(endpoint), raw: text.slice(0, 500) })
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

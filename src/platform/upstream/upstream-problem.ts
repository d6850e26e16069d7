import type { Endpoint } from '#contract/endpoint.ts'
import { errorIn } from '#contract/errors.ts'
import { isJsonObject, parseJson, type Json } from '#contract/json.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { isEnding } from '#contract/problems/answer-lost.ts'
import { consoleErrors } from '#contract/problems/known-errors.ts'
import { envelopeIn, wrapper } from './envelope.ts'
import { nestsTooDeep } from './json-depth.ts'

/** A server's response, complete unless it has a `rest`. */
export type Answer = {
  status: number
  headers: Record<string, string>
  text: string
  bytes: Uint8Array<ArrayBuffer>
  /** Set for reads with a defined body length: the beginning decides whether it is an error. */
  headDecides?: boolean
  /** The body after `bytes`, which were already judged; `text` is then unavailable. */
  rest?: AsyncIterable<Uint8Array>
}

const tooLarge = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE'])
const tooSlow = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'TimeoutError'])
const unreadable =
  /^(HTTPParserError|HPE_|Z_|ERR__?ZLIB|ERR_ENCODING|UND_ERR_HEADERS_OVERFLOW|UND_ERR_(RES|RESPONSE)_CONTENT_LENGTH)/

/** Problem for a failed request, with our own text, since network errors may reveal internals. */
export function problemOf(service: ServiceName, error: unknown): Problem {
  if (error instanceof Problem) return new Problem(error.code, error.message, { service })
  const { name, code } = error as { name?: unknown; code?: unknown }
  const reason = typeof code === 'string' && name !== 'TimeoutError' ? code : String(name)
  if (tooLarge.has(reason)) return new Problem('ANSWER_TOO_LARGE', undefined, { service })
  if (tooSlow.has(reason)) return new Problem('TIMEOUT', undefined, { service })
  if (unreadable.test(reason)) return new Problem('UNEXPECTED_CONTENT', undefined, { service })
  const what = isEnding(reason) ? 'The server closed the connection without a response' : consoleErrors.UNREACHABLE[1]
  return new Problem('UNREACHABLE', `${what} (${reason})`, { service })
}

/** Normalizes errors of a connection that ended within a response; timeouts and size limits are unchanged. */
export function brokenOff(error: unknown): unknown {
  const { name, code } = error as { name?: unknown; code?: unknown }
  const reason = String(typeof code === 'string' ? code : name)
  const says = tooLarge.has(reason) || tooSlow.has(reason) || name === 'AbortError' || name === 'TimeoutError'
  return says ? error : new Problem('TRUNCATED')
}

const maxRaw = 8_000
/** Longer responses are judged by their outermost properties and parsed later. */
const parsedUpTo = 4_000

/** The problem that a response represents; undefined for success. */
export function problemIn(
  service: ServiceName,
  answer: Answer,
  answers: Endpoint['responseType'],
): Problem | undefined {
  if (answer.rest) return undefined
  if (answer.status >= 300 && answer.status < 400) {
    return new Problem('UNEXPECTED_CONTENT', 'The server wants to redirect to another address', { service })
  }
  if (answer.status < 100 || answer.status > 599) {
    const message = `The server answered with the status ${answer.status}, which HTTP does not have`
    return new Problem('UNEXPECTED_CONTENT', message, { service })
  }
  const failed = answer.status >= 400
  if (!failed && !answers && answer.bytes.length > parsedUpTo) {
    if (isWithoutError(service, answer)) return undefined
  }
  if (!failed && answers && isThat(answers, answer)) return undefined
  const body = jsonIn(answer) ?? answer.text.slice(0, 500)
  if (!failed && typeof body === 'string') {
    return new Problem(isCutOff(answer) ? 'TRUNCATED' : 'UNEXPECTED_CONTENT', undefined, { service, raw: body })
  }
  const found = errorIn(service, answer, unwrapped(body))
  if (!found) return undefined
  // Codes of the console are reserved: a server cannot send "signed out" to the browser.
  const code = Object.hasOwn(consoleErrors, found.code) ? `HTTP_${answer.status}` : found.code
  const raw = typeof body === 'string' ? body : answer.text.length > maxRaw ? undefined : parseJson(answer.text)
  const { message, retryAfterSeconds, field } = found
  return new Problem(code, message, {
    service,
    status: failed ? answer.status : found.status,
    raw,
    field,
    retryAfterSeconds,
  })
}

/** Judges JSON without parsing it completely; false if inconclusive. */
export function isWithoutError(service: ServiceName, answer: Omit<Answer, 'text'>): boolean {
  const envelope = envelopeIn(answer.bytes, answer.headDecides ? 'content' : 'end')
  return envelope !== undefined && !errorIn(service, answer, unwrapped(envelope))
}

function unwrapped(body: Json): Json {
  const within = isJsonObject(body) ? body[wrapper] : undefined
  return isJsonObject(within) ? within : body
}

const longestSentence = 2_000

/** Files are not decoded; a sentence is short and not HTML; `nothing` is whitespace only. */
function isThat(answers: NonNullable<Endpoint['responseType']>, { text, bytes }: Answer): boolean {
  if (answers === 'file') return text === '' && bytes.length > 0
  if (answers === 'nothing') return text.trim() === ''
  return /^[^<{[]/.test(text.trim()) && text.length <= longestSentence
}

function jsonIn({ text, bytes }: Answer): Json | undefined {
  try {
    return nestsTooDeep(bytes) ? undefined : (JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}

/** A truncated JSON body without a syntax error so far. */
function isCutOff({ text, bytes }: Answer): boolean {
  if (!/^\s*[{[]/.test(text) || nestsTooDeep(bytes)) return false
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    const [, at] = /position (\d+)/.exec(String(error)) ?? []
    return at === undefined ? String(error).includes('end of JSON input') : Number(at) >= text.length
  }
}

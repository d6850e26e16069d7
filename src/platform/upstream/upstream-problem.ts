import type { Endpoint } from '#contract/endpoint.ts'
import { errorIn } from '#contract/errors.ts'
import { isJsonObject, parseJson, type Json } from '#contract/json.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { consoleErrors } from '#contract/problems/known-errors.ts'
import { envelopeIn, wrapper } from './envelope.ts'
import { nestsTooDeep } from './json-depth.ts'

/** What a server answered, read to its end unless there is a `rest`. */
export type Answer = {
  status: number
  headers: Record<string, string>
  text: string
  bytes: Uint8Array<ArrayBuffer>
  /** It is for who only reads, and HTTP says where it ends: what stands before its content says whether it is an error. */
  headDecides?: boolean
  /** What comes behind `bytes`, which are judged already; there is no text then. */
  rest?: AsyncIterable<Uint8Array>
}

const tooLarge = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE'])
const tooSlow = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'TimeoutError'])
const unreadable =
  /^(HTTPParserError|HPE_|Z_|ERR__?ZLIB|ERR_ENCODING|UND_ERR_HEADERS_OVERFLOW|UND_ERR_(RES|RESPONSE)_CONTENT_LENGTH)/

/** Why a server gave no answer, in our own words: the text of a network error may name internals. */
export function problemOf(service: ServiceName, error: unknown): Problem {
  if (error instanceof Problem) return new Problem(error.code, error.message, { service })
  const { name, code } = error as { name?: unknown; code?: unknown }
  const reason = typeof code === 'string' && name !== 'TimeoutError' ? code : String(name)
  if (tooLarge.has(reason)) return new Problem('ANSWER_TOO_LARGE', undefined, { service })
  if (tooSlow.has(reason)) return new Problem('TIMEOUT', undefined, { service })
  if (unreadable.test(reason)) return new Problem('UNEXPECTED_CONTENT', undefined, { service })
  return new Problem('UNREACHABLE', `${consoleErrors.UNREACHABLE[1]} (${reason})`, { service })
}

/** The connection ended in the middle of an answer; what took too long or is too large says so itself. */
export function brokenOff(error: unknown): unknown {
  const { name, code } = error as { name?: unknown; code?: unknown }
  const reason = String(typeof code === 'string' ? code : name)
  const says = tooLarge.has(reason) || tooSlow.has(reason) || name === 'AbortError' || name === 'TimeoutError'
  return says ? error : new Problem('TRUNCATED')
}

const maxRaw = 8_000
/** Of longer answers, what is said beside the content decides; who reads them parses them. */
const parsedUpTo = 4_000

/** The problem an answer is or describes, or undefined where it is a success. */
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
    if (saysNoError(service, answer)) return undefined
  }
  if (!failed && answers && isThat(answers, answer)) return undefined
  const body = jsonIn(answer) ?? answer.text.slice(0, 500)
  if (!failed && typeof body === 'string') {
    return new Problem(isCutOff(answer) ? 'TRUNCATED' : 'UNEXPECTED_CONTENT', undefined, { service, raw: body })
  }
  const found = errorIn(service, answer, unwrapped(body))
  if (!found) return undefined
  // Our own codes are ours: no server can say "signed out" to the browser.
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

/** Of JSON that is not parsed for it; false where the rest of it decides. */
export function saysNoError(service: ServiceName, answer: Omit<Answer, 'text'>): boolean {
  const envelope = envelopeIn(answer.bytes, answer.headDecides ? 'content' : 'end')
  return envelope !== undefined && !errorIn(service, answer, unwrapped(envelope))
}

function unwrapped(body: Json): Json {
  const within = isJsonObject(body) ? body[wrapper] : undefined
  return isJsonObject(within) ? within : body
}

const longestSentence = 2_000

/** A file was not decoded; a sentence is short and no page; nothing is nothing but blanks. */
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

/** JSON that begins, and ends before it is complete: so far, nothing was wrong with it. */
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

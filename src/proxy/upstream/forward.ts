import { type Dialect, fromServerNames, translates } from '#contract/dialect.ts'
import { type Input, isDangerous, type Endpoint } from '#contract/endpoint.ts'
import { fileNameIn, fileResponse } from '#contract/http/file-answer.ts'
import { jsonType, sentenceType } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { findResources } from '#platform/upstream/api-root.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import { doubtPageBase, findPageBase } from '#platform/upstream/page-base.ts'
import { type Answer, problemIn } from '#platform/upstream/upstream-problem.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { Body } from '#proxy/http/compress.ts'
import { unlessNotOffered } from './not-offered.ts'
import { meaningOfRefusal } from './refused-credential.ts'

type Way = {
  upstream: Upstream
  bearer: Bearer | undefined
  /** Who gave the person their token, where they signed in by password. */
  login?: Upstream | undefined
  /** Of the person who asks, at this service. */
  role?: Dialect['role'] | undefined
  signal: AbortSignal
}

/**
 * Send a row's input to its server and hand the answer back as the browser reads it. The request is built from the
 * row and checked values alone: no address, header or byte of the browser's request travels on.
 */
export async function forward<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  { upstream, bearer, login, role, signal }: Way,
): Promise<Forwarded> {
  const { service, dialect } = upstream
  const ask = async (by: Bearer | undefined) => {
    const asking = { upstream, secret: by?.value, signal, origin: by?.origin }
    await findResources(asking)
    const said = await findPageBase(endpoint, input, asking)
    if (said) return { ...said, by }
    const answer = await upstream.request(
      endpoint,
      toRequest(endpoint, input, role ? { ...upstream.dialect, role } : upstream.dialect),
      by?.value,
      signal,
      by?.origin,
    )
    const problem = unlessNotOffered(endpoint, answer, problemIn(service, answer, endpoint.responseType))
    return { answer, problem, by }
  }
  let asked = await ask(bearer)
  if (asked.problem?.status === 401 && bearer?.renewed) {
    const next = await bearer.renewed()
    if (next && !mayRepeat(endpoint, input, asked.answer, dialect))
      throw new Problem('CLOUD_RENEWED', undefined, { service })
    if (next) asked = await ask(next)
  }
  const { answer, problem, by } = asked
  if (problem) doubtPageBase(endpoint, upstream, problem)
  const secret = by?.value
  if (problem) {
    const ofGrant = bearer?.renewed !== undefined
    const shown =
      problem.status === 401 ? await meaningOfRefusal(problem, { upstream, by, ofGrant, login, signal }) : problem
    throw withoutCredential(shown, secret)
  }
  if (endpoint.responseType === 'file') return fileOf(answer, service, secret)
  if (endpoint.responseType) return { body: hidden(answer.text, secret), headers: { 'content-type': sentenceType } }
  const text = hidden(answer.text, secret)
  const translated = translates(dialect) ? stringifyJson(fromServerNames(parseJson(text), dialect)) : text
  return { body: translated === answer.text ? answer.bytes : translated, headers: { 'content-type': jsonType } }
}

/**
 * HTTP 401 says that nothing was done (RFC 9110, 15.5.2); an error inside of HTTP 200 is no such promise, and what
 * cannot be undone is only ever done once.
 */
const mayRepeat = (endpoint: Endpoint, input: unknown, answer: Answer, speaks: Dialect) =>
  !isDangerous(endpoint, input, speaks) && (!endpoint.changes?.length || answer.status === 401)

/** What the browser is answered, and the headers that say what it is. */
type Forwarded = { body: Body; headers: Record<string, string> }

/** Bytes to be saved, whatever type the server gave them: nothing of a server is ever shown as a page of ours. */
function fileOf({ bytes, headers }: Answer, service: ServiceName, secret: string | undefined): Forwarded {
  if (secret && Buffer.from(bytes).includes(secret)) throw new Problem('UNEXPECTED_CONTENT', undefined, { service })
  const { headers: own } = fileResponse({ name: fileNameIn(headers['content-disposition']), bytes })
  return { body: bytes, headers: own }
}

/** A server that echoes what it was asked with must not tell the browser our credential. */
const hidden = (text: string, credential: string | undefined) => {
  const secret = credential?.split(' ').at(-1)
  if (!secret) return text
  return (text.includes('\\') ? text.replace(inAnySpelling(secret), '(hidden)') : text).replaceAll(secret, '(hidden)')
}

/** JSON has several for each character (RFC 8259, 7), and a text that is quoted in JSON has its backslashes doubled. */
function inAnySpelling(secret: string): RegExp {
  const characters = Array.from({ length: secret.length }, (_, at) => {
    const code = secret.charCodeAt(at).toString(16).padStart(4, '0')
    const escaped = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
    return `(?:\\\\{0,4}\\u${code}|\\\\{1,4}u${escaped})`
  })
  return new RegExp(characters.join(''), 'g')
}

const withoutCredential = (problem: Problem, credential: string | undefined) =>
  Problem.fromJSON(parseJson(hidden(stringifyJson(problem), credential))) ?? problem

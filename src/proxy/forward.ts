import { fromServerNames, translates } from '#contract/dialect.ts'
import type { Input, Output, Row } from '#contract/endpoint.ts'
import { fileNameIn, fileResponse } from '#contract/file-answer.ts'
import { fromResponse, jsonType, sentenceType, toRequest } from '#contract/http.ts'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import type { Bearer } from './bearer.ts'
import type { Body } from './compress.ts'
import type { Answer, Upstream } from './upstream.ts'
import { problemIn } from './upstream-problem.ts'

/**
 * Send a row's input to its server and hand the answer back as the browser reads it. The request is built from the
 * row and checked values alone: no address, header or byte of the browser's request travels on (BFF-13, BFF-14).
 */
export async function forward<R extends Row>(
  row: R,
  input: Input<R>,
  { upstream, bearer, signal }: { upstream: Upstream; bearer: Bearer | undefined; signal: AbortSignal },
): Promise<Forwarded> {
  const { service, dialect } = upstream
  const request = toRequest(row, input, dialect)
  const ask = async (by: Bearer | undefined) => {
    const answer = await upstream.ask(row, request, by?.value, signal)
    return { answer, problem: problemIn(service, answer, row.answers), by }
  }
  let asked = await ask(bearer)
  if (asked.problem?.status === 401 && bearer?.renewed) {
    const next = await bearer.renewed()
    if (next && mayRepeat(row, asked.answer)) asked = await ask(next)
  }
  const { answer, problem, by } = asked
  const secret = by?.value
  // A server that no longer takes the person's own credential has ended the session; what it says of ours has not.
  if (problem?.status === 401 && by?.whose !== 'console') throw new Problem('SIGNED_OUT')
  if (problem) throw withoutCredential(problem, secret)
  if (row.answers === 'file') return fileOf(answer, service, secret)
  if (row.answers) return { body: hidden(answer.text, secret), headers: { 'content-type': sentenceType } }
  const text = hidden(answer.text, secret)
  const translated = translates(dialect) ? stringifyJson(fromServerNames(parseJson(text), dialect)) : text
  return { body: translated === answer.text ? answer.bytes : translated, headers: { 'content-type': jsonType } }
}

/**
 * HTTP 401 says that nothing was done (RFC 9110, 15.5.2); an error inside of HTTP 200 is no such promise, and what
 * cannot be undone is only ever done once.
 */
const mayRepeat = (row: Row, answer: Answer) => !row.danger && (!row.changes?.length || answer.status === 401)

/** What the browser is answered, and the headers that say what it is. */
type Forwarded = { body: Body; headers: Record<string, string> }

/** Bytes to be saved, whatever type the server gave them: nothing of a server is ever shown as a page of ours. */
function fileOf({ bytes, headers }: Answer, service: ServiceName, secret: string | undefined): Forwarded {
  if (secret && Buffer.from(bytes).includes(secret)) throw new Problem('UNEXPECTED_CONTENT', undefined, { service })
  const { headers: own } = fileResponse({ name: fileNameIn(headers['content-disposition']), bytes })
  return { body: bytes, headers: own }
}

/** Call a row for the proxy itself. What the server said stays out of the problem: it may hold a token. */
export async function call<R extends Row>(
  row: R,
  input: Input<R>,
  { upstream, signal }: { upstream: Upstream; signal: AbortSignal },
): Promise<Output<R>> {
  try {
    const answer = await upstream.ask(row, toRequest(row, input, upstream.dialect), undefined, signal)
    const problem = problemIn(upstream.service, answer, row.answers)
    if (problem) throw problem
    return fromResponse(row, { status: answer.status, headers: answer.headers, body: answer.text }, upstream.dialect)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { service, status, retryAfterSeconds } = error
    throw new Problem(error.code, error.meaning, { service, status, retryAfterSeconds })
  }
}

/** A server that echoes what it was asked with must not tell the browser our credential. */
const hidden = (text: string, credential: string | undefined) => {
  const secret = credential?.split(' ').at(-1)
  return secret ? text.replaceAll(secret, '(hidden)') : text
}

const withoutCredential = (problem: Problem, credential: string | undefined) =>
  Problem.fromJSON(parseJson(hidden(stringifyJson(problem), credential))) ?? problem

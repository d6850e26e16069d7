import { fromServerNames, translates } from '#contract/dialect.ts'
import type { Input, Output, Row } from '#contract/endpoint.ts'
import { fromResponse, toRequest } from '#contract/http.ts'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import type { Body } from './compress.ts'
import type { Session } from './session.ts'
import type { Answer, Upstream } from './upstream.ts'
import { problemIn } from './upstream-problem.ts'

/**
 * Send a row's input to its server and hand the answer back as the browser reads it. The request is built from the
 * row and checked values alone: no address, header or byte of the browser's request travels on (BFF-13, BFF-14).
 */
export async function forward<R extends Row>(
  row: R,
  input: Input<R>,
  { upstream, session, signal }: { upstream: Upstream; session: Session | undefined; signal: AbortSignal },
): Promise<Body> {
  const { service, dialect, credential } = upstream
  const authorization = credential ? await credential() : session?.kind === 'signed-in' ? session.token : undefined
  const answer = await upstream.ask(toRequest(row, input, dialect), authorization, signal)
  const problem = problemIn(service, answer)
  // A server that no longer takes the person's own token has ended the session; what it says of our key has not.
  if (problem?.status === 401 && !credential) throw new Problem('SIGNED_OUT')
  if (problem) throw withoutCredential(problem, authorization)
  const text = hidden(answer.text, authorization)
  if (translates(dialect)) return stringifyJson(fromServerNames(parseJson(text), dialect))
  return text === answer.text ? answer.bytes : text
}

/** Call a row for the proxy itself. What the server said stays out of the problem: it may hold a token. */
export async function call<R extends Row>(
  row: R,
  input: Input<R>,
  { upstream, signal }: { upstream: Upstream; signal: AbortSignal },
): Promise<Output<R>> {
  try {
    const answer: Answer = await upstream.ask(toRequest(row, input, upstream.dialect), undefined, signal)
    const problem = problemIn(upstream.service, answer)
    if (problem) throw problem
    return fromResponse(row, { status: answer.status, headers: answer.headers, body: answer.text }, upstream.dialect)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { service, status, retryAfterSeconds } = error
    throw new Problem(error.code, error.meaning, { service, status, retryAfterSeconds })
  }
}

/** A server that echoes what it was asked with must not tell the browser our credential. */
const hidden = (text: string, authorization: string | undefined) => {
  const secret = authorization?.split(' ').at(-1)
  return secret ? text.replaceAll(secret, '(hidden)') : text
}

const withoutCredential = (problem: Problem, authorization: string | undefined) =>
  Problem.fromJSON(parseJson(hidden(stringifyJson(problem), authorization))) ?? problem

import type { Dialect } from '#contract/dialect.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { fromResponse, jsonType, sentenceType } from '#contract/http/http.ts'
import { translates } from '#contract/http/server-names.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { Problem } from '#contract/problem.ts'
import type { RowSink } from '#platform/console.ts'
import { findResources } from '#platform/upstream/api-root.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import { hidden, hiddenParts, mayHold, withoutCredential } from '#platform/upstream/hidden-credential.ts'
import { hiddenIn, messagesWithout, secretsIn, withoutSecretsOf } from '#platform/upstream/hidden-inputs.ts'
import { mayRepeat } from '#platform/upstream/first-answer.ts'
import { doubtPageBase, findPageBase } from '#platform/upstream/page-base.ts'
import { unlessNotOffered } from '#platform/upstream/not-offered.ts'
import { translated } from '#platform/upstream/translated.ts'
import { problemIn } from '#platform/upstream/upstream-problem.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import { fileOf, type Forwarded } from './forwarded.ts'
import { meaningOfRefusal } from './refused-credential.ts'

type Options = {
  upstream: Upstream
  bearer: Bearer | undefined
  /** Server that issued the user's token, if they signed in by password. */
  login?: Upstream | undefined
  /** Role of the user at this service. */
  role?: Dialect['role'] | undefined
  signal: AbortSignal
  /** Receives the rows of an unpaged list as a stream; the response is then an empty list. */
  rows?: RowSink | undefined
}

/**
 * Sends the input of an endpoint to its server and returns the response for the browser. The request is built only from the
 * endpoint and validated values, never from addresses, headers or bytes of the browser's request.
 */
export async function forward<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  { upstream, bearer, login, role, signal, rows }: Options,
): Promise<Forwarded> {
  const { service, dialect } = upstream
  const ask = async (by: Bearer | undefined) => {
    const asking = { upstream, secret: by?.value, signal, origin: by?.origin, role }
    await findResources(asking)
    const said = await findPageBase(endpoint, input, asking)
    if (said) return { ...said, by }
    rows?.begin()
    const answer = await upstream.request(
      endpoint,
      toRequest(endpoint, input, role ? { ...upstream.dialect, role } : upstream.dialect),
      by?.value,
      signal,
      by?.origin,
      {
        asItComes: true,
        onRows: rows && ((body) => rows.add(rowsIn(endpoint, hidden(body, by?.value), upstream.dialect), body.length)),
      },
    )
    const problem = await unlessNotOffered(endpoint, answer, problemIn(service, answer, endpoint.responseType), asking)
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
    throw withoutSecretsOf(withoutCredential(shown, secret), secretsIn(input))
  }
  if (endpoint.responseType === 'file') return fileOf(answer, service, secret)
  const headers = { 'content-type': endpoint.responseType ? sentenceType : jsonType }
  if (endpoint.responseType) return { body: hiddenIn(hidden(answer.text, secret), secretsIn(input)), headers }
  if (answer.rest) return { body: hiddenParts(service, answer, secret), headers }
  const secrets = secretsIn(input)
  const mayChange = secrets.length > 0 || mayHold(answer.bytes, secret) || translates(dialect) // otherwise not decoded
  const shown = mayChange && translated(messagesWithout(hidden(answer.text, secret), secrets), dialect, service)
  return { body: shown === false || shown === answer.text ? answer.bytes : shown, headers }
}

/** A chunk of streamed rows, decoded like a response with these rows only. */
const rowsIn = (endpoint: Endpoint, body: string, speaks: Dialect) =>
  (fromResponse(endpoint, { status: 200, headers: {}, body }, speaks) as { rows: readonly object[] }).rows

import type { Dialect } from '#contract/dialect.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { fromResponse, jsonType, sentenceType } from '#contract/http/http.ts'
import { translates } from '#contract/http/server-names.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { Problem } from '#contract/problem.ts'
import type { RowSink } from '#platform/console.ts'
import { findResources } from '#platform/upstream/api-root.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import { hidden, hiddenParts, withoutCredential, withoutIt } from '#platform/upstream/hidden-credential.ts'
import { hiddenIn, messagesWithout, secretsIn, withoutSecretsOf } from '#platform/upstream/hidden-inputs.ts'
import { mayRepeat } from '#platform/upstream/first-answer.ts'
import { doubtPageBase, findPageBase } from '#platform/upstream/page-base.ts'
import { unlessNotOffered } from '#platform/upstream/not-offered.ts'
import { translated } from '#platform/upstream/translated.ts'
import { problemIn } from '#platform/upstream/upstream-problem.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import { fileOf, type Forwarded } from './forwarded.ts'
import { meaningOfRefusal } from './refused-credential.ts'

type Way = {
  upstream: Upstream
  bearer: Bearer | undefined
  /** Who gave the person their token, where they signed in by password. */
  login?: Upstream | undefined
  /** Of the person who asks, at this service. */
  role?: Dialect['role'] | undefined
  signal: AbortSignal
  /** Where the rows of a list without pages go as they come; the answer is that of an empty list. */
  rows?: RowSink | undefined
}

/**
 * Send a row's input to its server and hand the answer back as the browser reads it. The request is built from the
 * row and checked values alone: no address, header or byte of the browser's request travels on.
 */
export async function forward<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  { upstream, bearer, login, role, signal, rows }: Way,
): Promise<Forwarded> {
  const { service, dialect } = upstream
  const ask = async (by: Bearer | undefined) => {
    const asking = { upstream, secret: by?.value, signal, origin: by?.origin }
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
    const found = problemIn(service, answer, endpoint.responseType)
    const problem = await unlessNotOffered(endpoint, answer, found, asking)
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
  const shown = messagesWithout(withoutIt(answer, secret), secretsIn(input))
  if (shown === answer.text && !translates(dialect)) return { body: answer.bytes, headers }
  return { body: translated(shown, dialect, service), headers }
}

/** Rows that came together are read like an answer with no others. */
const rowsIn = (endpoint: Endpoint, body: string, speaks: Dialect) =>
  (fromResponse(endpoint, { status: 200, headers: {}, body }, speaks) as { rows: readonly object[] }).rows

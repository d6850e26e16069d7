import { type Input, type Output, type Row, serviceOf } from '#contract/endpoint.ts'
import { fromResponse, toWireInput } from '#contract/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { addressOf, csrfHeader } from '#contract/session.ts'
import { takeEarly } from './early.ts'

/** Call a row through the proxy. Throws a `Problem`, whatever fails; aborts throw the signal's reason. */
export async function call<R extends Row>(row: R, input: Input<R>, signal?: AbortSignal): Promise<Output<R>> {
  const body = stringifyJson(toWireInput(row, input))
  const response = await (takeEarly(row.id, body) ?? send(row, body, signal)).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new Problem('OFFLINE', undefined, { service: serviceOf(row), raw: String(cause) })
  })
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  return fromResponse(row, answer)
}

const send = (row: Row, body: string, signal?: AbortSignal) =>
  fetch(addressOf(row), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [csrfHeader]: '1' },
    body,
    signal,
    cache: 'no-store',
    redirect: 'error',
  })

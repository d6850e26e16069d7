import { type Endpoint, type Input, type Output, serviceOf } from '#contract/endpoint.ts'
import { fromResponse, toWireInput } from '#contract/http/http.ts'
import { requestIdHeader } from '#contract/http/request-id.ts'
import { type JsonObject, stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { addressOf, csrfHeader } from '#contract/session.ts'
import { isFile } from '#contract/http/file-part.ts'
import { explainProblems } from './explained.ts'
import type { OnSent } from './send-files.ts'
import { siteName } from './site.ts'

/**
 * The HTML of the page starts its first requests before scripts load (see `index.html`). The first `call` with the
 * same endpoint and body uses the pending response.
 */
type Early = Map<string, Promise<Response>>
declare global {
  interface Window {
    early?: Early
  }
}

function takeEarly(id: string, body: string | undefined): Promise<Response> | undefined {
  if (body === undefined) return undefined
  const early = typeof window === 'undefined' ? undefined : window.early
  const key = `${id} ${body}`
  const answer = early?.get(key)
  early?.delete(key)
  return answer
}

/** One request to the proxy and its outcome, for Diagnostics. */
export type CallRecord = {
  endpoint: Endpoint
  input: Input<Endpoint>
  startedAt: number
  milliseconds: number
  /** HTTP status of the response; 0 without one. */
  status: number
  /** Size of the response in characters; of a file, in bytes. */
  size: number
  /** Identifies the request in the server log. */
  requestId: string
  /** The raw response, unless it may contain a secret or is a file. */
  text: string
}

let unseen: CallRecord[] | undefined
let notifyObserver: (seen: CallRecord) => unknown = (seen) => unseen?.push(seen)

let prepareFor: ((text: string) => unknown) | undefined

/**
 * Calls are buffered until Diagnostics subscribes. Sign-in calls are not recorded. `prepare` loads what the text of a
 * response requires before it is displayed.
 */
export const keepEarlyCalls = (prepare: (text: string) => unknown) => {
  unseen = []
  prepareFor = prepare
}

/** Subscribes to calls, starting with the buffered ones. */
export const watchCalls = (watch: (seen: CallRecord) => void) => {
  notifyObserver = watch
  for (const seen of unseen?.splice(0) ?? []) watch(seen)
}

/** Sends one request to the proxy. Throws a `Problem`; aborts throw the signal's reason. */
export async function callOnce<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  signal?: AbortSignal,
  onSent?: OnSent,
): Promise<Output<R>> {
  const wire = toWireInput(endpoint, input)
  const json = Object.values(wire).some(isFile) ? undefined : stringifyJson(wire)
  const startedAt = Date.now()
  const newId = crypto.randomUUID()
  const seen = { endpoint, input, startedAt }
  const { onLine } = navigator
  const lost = (code: 'OFFLINE' | 'TRUNCATED') => (cause: unknown) => {
    signal?.throwIfAborted()
    const nothing = { milliseconds: Date.now() - startedAt, status: 0, size: 0, text: '', requestId: newId }
    notifyObserver({ ...seen, ...nothing })
    const problem = new Problem(code, undefined, { service: serviceOf(endpoint), raw: String(cause), requestId: newId })
    // A broken connection may have delivered the request; without a network it was not sent.
    if (onLine) problem.endpoint = endpoint
    throw problem
  }
  const asked = takeEarly(endpoint.id, json) ?? send(endpoint, json ?? wire, newId, signal, onSent)
  const response = await asked.catch(lost('OFFLINE'))
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  const isPage = !headers['content-disposition'] && headers['content-type']?.startsWith('text/html')
  const answersFile = response.ok && endpoint.responseType === 'file' && !isPage
  const content: { body: string; bytes?: Uint8Array<ArrayBuffer> } = answersFile
    ? { body: '', bytes: await response.bytes().catch(lost('TRUNCATED')) }
    : { body: await response.text().catch(lost('TRUNCATED')) }
  await prepareFor?.(content.body)
  const text = endpoint.secret ? '' : content.body
  const size = content.bytes?.length ?? content.body.length
  const requestId = headers[requestIdHeader] ?? newId // requests started by the document have no ID of their own
  notifyObserver({ ...seen, milliseconds: Date.now() - startedAt, status, size, text, requestId })
  try {
    return fromResponse(endpoint, { status, headers, ...content })
  } catch (error) {
    if (error instanceof Problem) {
      await explainProblems()
      error.requestId = requestId
      error.endpoint = endpoint
      // Removes the request ID, so that the same cause always has the same message.
      error.message = error.message.replace(` (${requestId})`, '').replace(/ \([\da-f-]{36}\)/, '')
    }
    throw error
  }
}

/** The header also serves as CSRF protection, so it is sent even if there is only one site. */
const onlySite = '1'

async function send(
  endpoint: Endpoint,
  body: string | JsonObject,
  requestId: string,
  signal?: AbortSignal,
  onSent?: OnSent,
): Promise<Response> {
  const address = addressOf(endpoint)
  const own = { [csrfHeader]: siteName ?? onlySite, [requestIdHeader]: requestId }
  if (typeof body !== 'string') {
    return (await import('./send-files.ts')).sendFiles(address, { headers: own, wire: body, signal, onSent })
  }
  const headers = { 'content-type': 'application/json', ...own }
  return fetch(address, { method: 'POST', headers, body, signal, cache: 'no-store', redirect: 'error' })
}

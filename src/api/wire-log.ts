import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import { asCurl, asLines, indented, readableTarget, wireForm } from '#contract/wire-form.ts'
import { type CallRecord, watchCalls } from './request.ts'

/** A recorded call. Secrets are masked before it is stored. */
export type LoggedCall = Omit<CallRecord, 'input'> & {
  id: number
  /** The request to the service; for endpoints of the console, the request to the console. */
  request: WireRequest | undefined
  curl: string
}

const maxCalls = 100
const longestText = 20_000

let calls: readonly LoggedCall[] = []
let last = 0
const listeners = new Set<() => void>()

/** The last calls of this tab, newest first. Kept in memory only. */
export const wireLog = {
  all: () => calls,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  clear: () => change([]),
}

function change(next: readonly LoggedCall[]) {
  calls = next
  for (const listener of listeners) listener()
}

/** Calls by their input object, so that a page can find its own among several calls of an endpoint. */
const byInput = new WeakMap<object, LoggedCall>()
export const callWith = (input: object): LoggedCall | undefined => byInput.get(input)

/** Starts recording calls. */
export const startWireLog = () =>
  watchCalls(({ input, ...seen }) => {
    const request = requestOf(seen.endpoint, input)
    const text = isQuiet(seen.endpoint) ? '' : seen.text.slice(0, longestText)
    last += 1
    const logged = { ...seen, id: last, request, curl: request ? asCurl(request) : '', text }
    if (typeof input === 'object' && input !== null) byInput.set(input, logged)
    change([logged, ...calls].slice(0, maxCalls))
  })

/** Responses of sign-in calls are not stored. */
const isQuiet = (endpoint: Endpoint) => serviceOf(endpoint) === 'session'

function requestOf(endpoint: Endpoint, input: CallRecord['input']): WireRequest | undefined {
  try {
    return wireForm(endpoint, input)
  } catch {
    return undefined // rejected before it was sent
  }
}

/** A recorded call as text for display. */
export function shownCall({ endpoint, request, curl, text, status, milliseconds, size, requestId }: LoggedCall) {
  const count = size.toLocaleString('en')
  return {
    name: endpoint.id,
    source: endpoint.source,
    status,
    milliseconds,
    requestId,
    size: endpoint.responseType === 'file' && text === '' ? `${count} bytes` : `${count} characters`,
    sent: request && asLines(request),
    plainly: plainTargetOf(request?.target),
    curl,
    answer: text,
    readable: indented(text),
    isCut: text !== '' && text.length < size,
  }
}

/** The URL without percent-encoding; undefined if decoding changes nothing. */
const plainTargetOf = (target = '') => (readableTarget(target) === target ? undefined : readableTarget(target))

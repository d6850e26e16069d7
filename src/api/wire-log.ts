import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import { asCurl, asLines, indented, readableTarget, wireForm } from '#contract/wire-form.ts'
import { type CallRecord, watchCalls } from './request.ts'

/** A call as it may be shown and kept: secrets are masked before anything is remembered. */
export type LoggedCall = Omit<CallRecord, 'input'> & {
  id: number
  /** What the server of the service is sent; of the console's own rows, what the console is sent. */
  request: WireRequest | undefined
  curl: string
}

const maxCalls = 100
const longestText = 20_000

let calls: readonly LoggedCall[] = []
let last = 0
const listeners = new Set<() => void>()

/** The last calls of this tab, newest first. They are in memory alone, and gone with the page. */
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

/** By what it was asked with, for whoever asked: of several calls of a row, theirs. */
const byInput = new WeakMap<object, LoggedCall>()
export const callWith = (input: object): LoggedCall | undefined => byInput.get(input)

/** Begin to look on. */
export const startWireLog = () =>
  watchCalls(({ input, ...seen }) => {
    const request = requestOf(seen.endpoint, input)
    const text = isQuiet(seen.endpoint) ? '' : seen.text.slice(0, longestText)
    last += 1
    const logged = { ...seen, id: last, request, curl: request ? asCurl(request) : '', text }
    if (typeof input === 'object' && input !== null) byInput.set(input, logged)
    change([logged, ...calls].slice(0, maxCalls))
  })

/** Who signs in, and with what, is nobody's business afterwards. */
const isQuiet = (endpoint: Endpoint) => serviceOf(endpoint) === 'session'

function requestOf(endpoint: Endpoint, input: CallRecord['input']): WireRequest | undefined {
  try {
    return wireForm(endpoint, input)
  } catch {
    return undefined // refused before it was sent: the reference has no form for it
  }
}

/** A call as texts: what the server was sent and what it answered, as far as both may be shown. */
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

/** Worth a line of its own only where the escapes hide something: INPUT_DATA, a name in another script. */
const plainTargetOf = (target = '') => (readableTarget(target) === target ? undefined : readableTarget(target))

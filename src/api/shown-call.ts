import { asLines, indented, readableTarget } from '#contract/wire-form.ts'
import type { LoggedCall } from './wire-log.ts'

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

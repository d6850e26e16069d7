import { jsonType } from '#contract/http/http.ts'
import { requestIdHeader } from '#contract/http/request-id.ts'

/** A response, as embedded in the page. */
type Answer = { status: number; headers: Record<string, string>; body: string }
/** Keys of the first calls of a page and their responses as they arrive; the page itself requests missing ones. */
export type EarlyAnswers = {
  keys: readonly string[]
  answers: Iterable<never> | AsyncIterable<Answer & { key: string }>
}

const end = '</body>'
/** Headers that the page reads; others belong to the connection. */
const keptHeaders = ['content-type', 'retry-after', requestIdHeader]
/** Longer responses are left to a request of the page. */
const maxBytes = 256 * 1024

/**
 * Sends the page immediately, followed by responses as inert data, each with a script that announces it (see
 * `index.html`).
 */
export async function* withAnswers(html: string, nonce: string, { keys, answers }: EarlyAnswers) {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text))
  const [start = '', rest = ''] = html.split(end)
  yield bytes(start.replace('<html', `<html data-early="${inAttribute(JSON.stringify(keys))}"`))
  try {
    for await (const { body, ...head } of answers) {
      const attribute = inAttribute(JSON.stringify(head))
      const data = `<script type="application/json" data-answer="${attribute}">${body.replaceAll('<', '\\u003c')}</script>`
      yield bytes(`${data}<script nonce="${nonce}">arrived()</script>\n`)
    }
  } catch {
    // The page repeats the request and shows the error.
  }
  yield bytes(end + rest)
}

/** Undefined for responses that set cookies, are not JSON, or are too long. */
export async function earlyAnswer(response: Response): Promise<Answer | undefined> {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => keptHeaders.includes(name)))
  if (headers['content-type'] !== jsonType || response.headers.has('set-cookie')) {
    await response.body?.cancel()
    return undefined
  }
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    length += part.length
    if (length > maxBytes) return undefined // leaving the loop cancels the body
  }
  return { status: response.status, headers, body: Buffer.concat(parts).toString() }
}

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

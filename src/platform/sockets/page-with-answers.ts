import { jsonType } from '#contract/http/http.ts'
import { requestIdHeader } from '#contract/http/request-id.ts'

/** An answer as the page takes it. */
type Answer = { status: number; headers: Record<string, string>; body: string }
/** What a page may ask first, as it names it, and the answers as they come; it asks by itself for what does not come. */
export type EarlyAnswers = {
  keys: readonly string[]
  answers: Iterable<never> | AsyncIterable<Answer & { key: string }>
}

const end = '</body>'
/** What the page looks at; the others are of this connection. */
const keptHeaders = ['content-type', 'retry-after', requestIdHeader]
/** A longer one is streamed to the page when it asks. */
const maxBytes = 256 * 1024

/**
 * A page that is sent at once, with answers behind it as they come: data that nothing executes, each with a line that
 * says it is there (`index.html` takes them).
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
    // The page asks by itself, and says what is wrong.
  }
  yield bytes(end + rest)
}

/** Undefined for one that changes cookies, for the page has its headers already, and for one that is long or no JSON. */
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
    if (length > maxBytes) return undefined // leaving the loop cancels the rest
  }
  return { status: response.status, headers, body: Buffer.concat(parts).toString() }
}

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

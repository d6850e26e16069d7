import { jsonType } from '#contract/http/http.ts'
import { requestIdHeader } from '#contract/http/request-id.ts'

/** What a page is going to ask, as it names it, and the answer that is on its way. */
export type EarlyAnswer = { key: string; answer: Promise<Response> }

const end = '</body>'
/** What the page looks at; the others are of this connection. */
const keptHeaders = ['content-type', 'retry-after', requestIdHeader]

/**
 * A page that is sent at once, with answers behind it as they come: data that nothing executes, each with a line that
 * says it is there (`index.html` takes them). The page asks by itself for what is left out.
 */
export async function* withAnswers(html: string, nonce: string, early: readonly EarlyAnswer[]) {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text))
  const [head = '', tail = ''] = html.split(end)
  const keys = JSON.stringify(early.map(({ key }) => key))
  yield bytes(head.replace('<html', `<html data-early="${inAttribute(keys)}"`))
  for (const { key, answer } of early) {
    const carried = await carriedIn(answer).catch(() => undefined)
    if (!carried) continue
    const { body, ...head } = carried
    const attribute = inAttribute(JSON.stringify({ key, ...head }))
    const data = `<script type="application/json" data-answer="${attribute}">${body.replaceAll('<', '\\u003c')}</script>`
    yield bytes(`${data}<script nonce="${nonce}">arrived()</script>\n`)
  }
  yield bytes(end + tail)
}

/** An answer that changes cookies is left out: the page has its headers already. */
async function carriedIn(answer: Promise<Response>) {
  const response = await answer
  const headers = Object.fromEntries([...response.headers].filter(([name]) => keptHeaders.includes(name)))
  if (headers['content-type'] !== jsonType || response.headers.has('set-cookie')) return undefined
  return { status: response.status, headers, body: await response.text() }
}

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

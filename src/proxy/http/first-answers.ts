import type { Context } from 'hono'
import { firstCalls } from '#contract/first-calls.ts'
import { jsonType } from '#contract/http/http.ts'
import { csrfHeader } from '#contract/session.ts'
import { type EarlyAnswers, earlyAnswer } from '#platform/sockets/page-with-answers.ts'
import type { PlaceInSite } from '#platform/upstream/sites.ts'
import { cookiesOf } from './cookies.ts'
import type { Env } from './reply.ts'

/** Handles a request of the page like any other request: same permissions, limits and log entries. */
export type HandleRequest = (request: Request, bindings: Env['Bindings']) => Response | Promise<Response>

/** Runs the first calls of a page in advance when a signed-in user navigates to it. */
export function firstAnswers(context: Context<Env>, { site, place }: PlaceInSite, ask: HandleRequest): EarlyAnswers {
  const { method, raw, url } = context.req
  const sent = (name: string) => context.req.header(name) ?? ''
  const isOpened =
    method === 'GET' && sent('sec-fetch-dest') === 'document' && sent('sec-purpose') + sent('purpose') === ''
  const incoming = context.env?.incoming
  const takesParts = incoming !== undefined && incoming.httpVersion !== '1.0'
  if (!isOpened || !takesParts || !cookiesOf(context, site).session) return { keys: [], answers: [] }

  const calls = firstCalls(place, new URL(url).search)
  // Uses a stub connection: a failing response must not close that of the page.
  const { headers, httpVersion } = incoming
  const bindings = { incoming: { headers, httpVersion, socket: { remoteAddress: incoming.socket.remoteAddress } } }
  const names = { host: sent('host'), cookie: sent('cookie'), 'user-agent': sent('user-agent') }
  const answers = async function* () {
    let before = ''
    for (const { key, address, body, follows } of calls) {
      if (!follows(before)) return
      const headers = {
        ...names,
        'content-type': jsonType,
        'content-length': `${body.length}`,
        [csrfHeader]: site.name,
      }
      const request = new Request(new URL(address, url), { method: 'POST', body, headers, signal: raw.signal })
      const answer = await earlyAnswer(await ask(request, bindings))
      if (!answer) return
      yield { key, ...answer }
      if (answer.status !== 200) return
      before = answer.body
    }
  }
  return { keys: calls.map(({ key }) => key), answers: answers() }
}

import type { Context } from 'hono'
import { firstCalls } from '#contract/first-calls.ts'
import { jsonType } from '#contract/http/http.ts'
import { csrfHeader, sitePath } from '#contract/session.ts'
import type { EarlyAnswer } from '#platform/sockets/page-with-answers.ts'
import type { Site } from '#platform/upstream/sites.ts'
import { cookiesOf } from './cookies.ts'
import type { Env } from './reply.ts'

/** A request of the page, on the way that all take: with the same rights, limits and entries in the log. */
export type Ask = (request: Request, bindings: Env['Bindings']) => Response | Promise<Response>

/** A page that waits longer asks by itself. */
const longestMs = 3000

/** The answers that the page would ask for next, where somebody of this browser is signed in and opens it here. */
export function firstAnswers(context: Context<Env>, sites: readonly Site[], ask: Ask): EarlyAnswer[] {
  const { method, path, raw, url } = context.req
  const site = sites.find((one) => !one.isOnly && path.startsWith(`${sitePath(one.name)}/`)) ?? sites[0]
  const opensPage = context.req.header('sec-fetch-dest') === 'document' && method === 'GET'
  if (!site || !opensPage || !cookiesOf(context, site).session) return []
  const place = site.isOnly ? path : path.slice(sitePath(site.name).length)
  const signal = AbortSignal.any([raw.signal, AbortSignal.timeout(longestMs)])
  return firstCalls(place, new URL(url).search).map(({ key, address, body }) => {
    const headers = new Headers({
      'content-type': jsonType,
      'content-length': `${body.length}`,
      [csrfHeader]: site.name,
    })
    for (const name of ['host', 'cookie', 'user-agent']) headers.set(name, context.req.header(name) ?? '')
    const request = new Request(new URL(address, url), { method: 'POST', body, headers, signal })
    return { key, answer: Promise.resolve(ask(request, context.env)) }
  })
}

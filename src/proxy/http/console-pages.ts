import type { Context } from 'hono'
import { Problem } from '#contract/problem.ts'
import { sitePath } from '#contract/session.ts'
import { placeOf, type Site } from '#platform/upstream/sites.ts'
import { withAnswers } from '#platform/sockets/page-with-answers.ts'
import { assetResponse, type Assets } from './assets.ts'
import { cookiesOf } from './cookies.ts'
import { type HandleRequest, firstAnswers } from './first-answers.ts'
import { type Env, reply } from './reply.ts'

/** Serves the console's files, and its HTML page for every navigation URL. */
export const consolePages =
  (assets: Assets, sites: readonly Site[], ask: HandleRequest) =>
  async (context: Context<Env>): Promise<Response> => {
    const { path } = context.req
    const asset = assets.find(path)
    context.set('route', asset ? path : 'page')
    if (asset) return assetResponse(asset, context.req.header('accept-encoding'), context.req.header('if-none-match'))
    if (!isNavigation(context)) throw new Problem('NOT_FOUND')
    const of = placeOf(path, sites)
    if (!of) return context.redirect(sitePath(sites[0]?.name ?? '') + path + new URL(context.req.url).search)
    const { nonce } = context.var
    const page = await assets.page(nonce, path)
    // disables buffering in nginx
    const headers = { 'content-type': 'text/html;charset=UTF-8', 'x-accel-buffering': 'no' }
    const form = { headers, flushed: true }
    if (isSignedOut(context, sites)) return reply(context, page.replace('<html', '<html data-signed-out'), form)
    return reply(context, withAnswers(page, nonce, firstAnswers(context, of, ask)), form)
  }

/** No session, so only the sign-in page is needed. Excludes cross-site navigations, which send no strict cookies. */
const isSignedOut = (context: Context<Env>, sites: readonly Site[]) =>
  /^(none|same-origin)$/.test(context.req.header('sec-fetch-site') ?? '') &&
  sites.every((site) => cookiesOf(context, site).session === undefined)

/** A navigation request. Missing files remain 404; tools that accept any type get the page at the root only. */
function isNavigation({ req }: Context) {
  const accept = req.header('accept') ?? '*/*'
  if (req.path === '/') return /text\/html|\*\/\*/.test(accept)
  return accept.includes('text/html') && !/^\/(assets\/|\.)|\.[^/]*$/.test(req.path)
}

import type { setUp } from '#contract/console/set-up.ts'
import { createFirstAdministrator } from '#contract/desktop/accounts.ts'
import { Problem } from '#contract/problem.ts'
import type { LocalHandlers } from '#proxy/local-endpoints.ts'
import { call } from '#proxy/upstream/call.ts'

/** The first administrator of a new installation, for whoever has the link that the start has printed. */
export const setUpHandler: LocalHandlers<{ setUp: typeof setUp }>['setUp'] = async (input, { site, signal }) => {
  const upstream = site.upstreams.get('desktop')
  if (!upstream) throw new Problem('NOT_CONNECTED', undefined, { service: 'desktop' })
  await call(createFirstAdministrator, input, { upstream, signal })
  return { output: {} }
}

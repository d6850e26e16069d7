import { createFirstAdministrator } from '#contract/desktop/accounts.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import { call } from '#platform/upstream/call.ts'

/** The first administrator of a new installation, for whoever has the link that the start has printed. */
export const setUpHandler: ConsoleHandlers['setUp'] = async (input, { site, signal }) => {
  const upstream = site.upstreams.get('desktop')
  if (!upstream) throw new Problem('NOT_CONNECTED', undefined, { service: 'desktop' })
  await call(createFirstAdministrator, input, { upstream, signal })
  return {}
}

import { createFirstAdministrator } from '#contract/desktop/accounts.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import { call } from '#platform/upstream/call.ts'
import { notConnected } from '#platform/upstream/service-titles.ts'

/** The first administrator of a new installation, for whoever has the link that the start has printed. */
export const setUpHandler: ConsoleHandlers['setUp'] = async (input, { site, signal }) => {
  const upstream = site.upstreams.get('desktop')
  if (!upstream) throw notConnected('desktop')
  await call(createFirstAdministrator, input, { upstream, signal })
  return {}
}

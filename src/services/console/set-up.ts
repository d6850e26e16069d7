import { createFirstAdministrator } from '#contract/desktop/accounts.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import { call } from '#platform/upstream/call.ts'
import { notConnected } from '#platform/upstream/not-connected.ts'

/** Creates the first administrator, through the link printed at startup. */
export const setUpHandler: ConsoleHandlers['setUp'] = async (input, { site, signal }) => {
  const upstream = site.upstreams.get('desktop')
  if (!upstream) throw notConnected('desktop')
  await call(createFirstAdministrator, input, { upstream, signal })
  return {}
}

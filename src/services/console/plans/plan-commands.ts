import { actionNames } from '#contract/mdm/actions/actions.ts'
import { isForQueries } from '#contract/mdm/actions/verdict.ts'
import { sendCommands } from '#contract/mdm/commands.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import type { openFleet } from '#services/console/fleet/open-fleet.ts'
import type { Ask, Making, planFiller } from './plan-filler.ts'
import { findQueriedDevices } from './queried-items.ts'

type PlannedQueries = Pick<ReturnType<typeof openFleet>, 'requireQuery' | 'requireIdentified'>
type Parts = Pick<ConsoleHandlers, 'readJob'> & { begin: ReturnType<typeof planFiller>; queries: PlannedQueries }

/** Plans a command for all devices of a query on behalf of a user. */
export const commandPlans = ({ begin, readJob, queries }: Parts): Pick<ConsoleHandlers, 'planCommands'> => ({
  planCommands: async ({ title, query, input, except = [], evenThose = false }, caller) => {
    const action = actionNames.find((name) => name === input.action_name)
    if (!action || !isForQueries(action))
      throw new Problem('INVALID_INPUT', 'action_name: This command is sent only to devices that were previewed', {
        service: 'console',
        field: 'action_name',
      })
    await queries.requireQuery('device', query, caller.site.name)
    const find = async (ask: Ask): Promise<Making[]> => {
      await queries.requireIdentified('device', query, caller.site.name)
      const leftOut = new Set(except)
      const found = await findQueriedDevices(ask, { query, planned: input })
      const meant = found.filter(({ subject }) => !leftOut.has(subject))
      if (meant.length === 0) throw new Problem('NOT_FOUND', 'No devices match', { service: 'console' })
      return meant.map(
        ({ skip, ...item }) =>
          () =>
            Promise.resolve({ ...item, ...(skip && !evenThose && { skip }) }),
      )
    }
    const why_message = 'The console reads the devices from its index. The job can be started when this is complete.'
    const job = await begin({ endpoint: sendCommands.id, title, input, why_message, find, areReady: true }, caller)
    return readJob({ job }, caller)
  },
})

/** Jobs with a command for any number of devices, planned by the console, so that a page need not load them. */
import * as z from 'zod/mini'
import { jobView, planJob } from '#contract/console/jobs.ts'
import { endpoint } from '#contract/endpoint.ts'
import { longestQuery } from '#contract/fleet/condition.ts'
import { own } from '#contract/session.ts'
import { planAgentAction } from './agent-plans.ts'

export const planCommands = endpoint({
  ...own,
  id: 'console.planCommands',
  summary:
    'Create a job with a command for the devices of a query; those that are not eligible are skipped with a reason',
  path: '/api/console.planCommands',
  target: ['title', 'query'],
  input: z.object({
    title: planJob.input.shape.title,
    query: z.string().check(z.trim(), z.maxLength(longestQuery)),
    /** Action and parameters, in wire form. Actions that require a preview of the devices are refused. */
    input: planJob.input.shape.input,
    /** IDs that are left out of the query. */
    except: planAgentAction.input.shape.except,
    /** Whether the server decides on those that are not eligible. */
    evenThose: z.optional(z.boolean()),
  }),
  output: jobView,
  maxInputBytes: planAgentAction.maxInputBytes,
  permission: 'MDM_Read',
  changes: ['console.job'],
})

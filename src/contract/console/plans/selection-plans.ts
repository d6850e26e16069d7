/** Jobs for any number of computers or devices, planned by the console, so that a page need not load them. */
import * as z from 'zod/mini'
import { jobView, maxItems, planJob } from '#contract/console/jobs.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { computerActions } from '#contract/desktop/status.ts'
import { endpoint } from '#contract/endpoint.ts'
import { longestQuery } from '#contract/fleet/condition.ts'
import { own } from '#contract/session.ts'

export const ids = z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(maxItems))

const title = planJob.input.shape.title
export const query = z.string().check(z.trim(), z.maxLength(longestQuery))
/** What endpoints that plan a job have in common. */
export const plan = { ...own, output: jobView, changes: ['console.job'] } as const
/** Sized for the maximum number of job items, so that a plan always takes a single call. */
export const largePlan = { ...plan, maxInputBytes: 8 * 1024 * 1024 } as const

export const planAgentAction = endpoint({
  ...largePlan,
  id: 'console.planAgentAction',
  summary: 'Create a job for the agents of computers; those that are not eligible are skipped with a reason',
  path: '/api/console.planAgentAction',
  target: ['action', 'title'],
  input: z
    .object({
      action: z.enum(computerActions),
      title,
      ids: z.optional(ids),
      /** All computers of a query instead, with the status in the index. */
      query: z.optional(query),
      /** All computers of the list with these filters instead; paging is ignored. */
      filter: z.optional(listComputers.input),
      /** IDs that are left out of the query or list. */
      except: z.optional(ids),
    })
    .check(
      z.refine(
        ({ ids: named, query, filter }) =>
          [named, query, filter].filter((given) => given !== undefined).length === 1 && named?.length !== 0,
        { path: ['ids'], error: 'IDs, a query or a filter are required' },
      ),
    ),
  permission: 'SOM_Read',
})

export const planCommands = endpoint({
  ...largePlan,
  id: 'console.planCommands',
  summary: 'Create a job with a command for all devices of a query',
  path: '/api/console.planCommands',
  target: ['title'],
  input: z.object({
    title,
    query,
    /** Action and parameters, in wire form. Actions that require a preview of the devices are refused. */
    input: planJob.input.shape.input,
    /** IDs that are left out of the query. */
    except: z.optional(ids),
    /** Whether the server decides on those that are not eligible. */
    evenThose: z.optional(z.boolean()),
  }),
  permission: 'MDM_Read',
})

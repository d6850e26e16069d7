/** Jobs for agents of any number of computers, planned by the console, so that a page need not load their status. */
import * as z from 'zod/mini'
import { jobView, maxItems } from '#contract/console/jobs.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { computerActions } from '#contract/desktop/status.ts'
import { endpoint } from '#contract/endpoint.ts'
import { longestQuery } from '#contract/fleet/condition.ts'
import { own } from '#contract/session.ts'

const ids = z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(maxItems))

export const planAgentAction = endpoint({
  ...own,
  id: 'console.planAgentAction',
  summary: 'Create a job for the agents of computers; those that are not eligible are skipped with a reason',
  path: '/api/console.planAgentAction',
  target: ['action', 'title'],
  input: z
    .object({
      action: z.enum(computerActions),
      title: z.string().check(z.trim(), z.minLength(1, 'Enter a title'), z.maxLength(200)),
      ids: z.optional(ids),
      /** All computers of a query instead, with the status in the index. */
      query: z.optional(z.string().check(z.trim(), z.maxLength(longestQuery))),
      /** All computers of the list with these filters instead; paging is ignored. */
      filter: z.optional(listComputers.input),
      /** IDs that are left out of the query or list. */
      except: z.optional(ids),
    })
    .check(
      z.refine(
        ({ ids: named, query, filter }) =>
          [named, query, filter].filter((given) => given !== undefined).length === 1 && named?.length !== 0,
        { path: ['ids'], error: 'Either IDs, a query or a filter are required' },
      ),
    ),
  output: jobView,
  // Sized for the maximum number of job items, so that a plan always takes a single call.
  maxInputBytes: 8 * 1024 * 1024,
  permission: 'SOM_Read',
  changes: ['console.job'],
})

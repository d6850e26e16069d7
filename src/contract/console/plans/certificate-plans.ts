/** Jobs for any number of certificates, planned by the console, so that a page need not load them. */
import * as z from 'zod/mini'
import { planJob } from '#contract/console/jobs.ts'
import { endpoint } from '#contract/endpoint.ts'
import { type JsonObject, stringifyJson } from '#contract/json.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { checkSecurity, selectDevices } from './device-selections.ts'
import { compareWithGroup } from './group-comparison.ts'
import { ids, largePlan, planAgentAction, planCommands } from './selection-plans.ts'

const plannedOperations = ['renew', 'revoke', 'export'] as const
export type PlannedOperation = (typeof plannedOperations)[number]

const maxValues = 8 * 1024
const values = planJob.input.shape.input
const small = (name: 'input' | 'filter') =>
  z.refine<{ input: JsonObject; filter?: JsonObject | undefined }>((order) => isSmall(order[name]), {
    path: [name],
    error: `has at most ${maxValues} characters as JSON`,
  })
const isSmall = (given: JsonObject = {}) => stringifyJson(given).length <= maxValues

export const planCertificates = endpoint({
  ...largePlan,
  id: 'console.planCertificates',
  summary: 'Create a job for certificates; those that are not eligible are skipped with a reason',
  path: '/api/console.planCertificates',
  target: ['operation', 'title'],
  input: z
    .object({
      operation: z.enum(plannedOperations),
      title: planJob.input.shape.title,
      /** Common input of the operation: revocation reason, file type. */
      input: values,
      /** Filter as for the list of certificates; all if omitted. */
      filter: z.optional(values),
      /** Restricts the selection to these IDs. */
      ids: z.optional(ids),
    })
    .check(small('input'), small('filter')),
  permission: listCertificates.permission,
  assumes: [
    'The job is returned at once and fills while the certificates are read; it can be started when that is complete',
    'Nothing is sent before it is started',
  ],
})

export const plans = { planCertificates, planAgentAction, planCommands, compareWithGroup, checkSecurity, selectDevices }

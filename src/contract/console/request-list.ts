import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { listRequests, signingRequest } from '#contract/keys/requests.ts'
import { cachedList, listQuery, pageOfList } from './cached-list.ts'

export const findRequests = endpoint({
  ...cachedList,
  id: 'console.findRequests',
  summary: 'Signing requests of key management by page, with search, filters and order',
  path: '/api/console.findRequests',
  input: z.object({
    ...listQuery,
    /** Request ID. */
    id: z.optional(z.string().check(z.maxLength(100))),
    /** Exact name. */
    name: z.optional(z.string().check(z.maxLength(500))),
  }),
  output: z.object({
    ...pageOfList(z.object({ request: signingRequest, sameName: z.int() })),
    /** Total reported by the server, if it did not list all. */
    onServer: z.optional(z.int()),
  }),
  permission: listRequests.permission,
  reads: listRequests.reads,
})

import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { listRequests, signingRequest } from '#contract/keys/requests.ts'
import { keptList, listQuery, pageOfList } from './kept-list.ts'

export const findRequests = endpoint({
  ...keptList,
  id: 'console.findRequests',
  summary: 'Signing requests of key management by page, with search, filters and order',
  path: '/api/console.findRequests',
  input: z.object({
    ...listQuery,
    /** The request of this number. */
    id: z.optional(z.string().check(z.maxLength(100))),
    /** Those with exactly this name. */
    name: z.optional(z.string().check(z.maxLength(500))),
  }),
  output: z.object({
    ...pageOfList(z.object({ request: signingRequest, sameName: z.int() })),
    /** How many the server says that it has, where it has not listed all of them. */
    onServer: z.optional(z.int()),
  }),
  permission: listRequests.permission,
  reads: listRequests.reads,
})

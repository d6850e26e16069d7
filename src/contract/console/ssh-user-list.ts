import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { listAssociatedUsers, listSshUsers } from '#contract/keys/ssh.ts'
import { keptList, listQuery, pageOfList } from './kept-list.ts'

export const findSshUsers = endpoint({
  ...keptList,
  id: 'console.findSshUsers',
  summary: 'Users of managed SSH hosts by page, with search, filters and order',
  path: '/api/console.findSshUsers',
  input: z.object({
    ...listQuery,
    /** Of this host. */
    host: z.optional(z.string().check(z.maxLength(300))),
    /** Those with a key that this service manages. */
    withKeys: z.optional(z.boolean()),
  }),
  output: z.object({
    /** `hasKey` and `keys` are absent where the server does not tell who has keys, and which. */
    ...pageOfList(
      z.object({
        host: z.string(),
        user: z.string(),
        isFound: z.boolean(),
        hasKey: z.optional(z.boolean()),
        keys: z.optional(z.array(z.string())),
      }),
    ),
    /** Of those that are found, whichever are found on their host and which have keys; a column without an answer is absent. */
    counts: z.object({ found: z.int(), withKeys: z.optional(z.int()) }),
  }),
  permission: listSshUsers.permission,
  reads: [...listSshUsers.reads, ...listAssociatedUsers.reads, ...listAssociations.reads],
})

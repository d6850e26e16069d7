import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { listAssociatedUsers, listSshUsers } from '#contract/keys/ssh.ts'
import { keptList, listQuery, pageOfList } from './kept-list.ts'

const accountName = z.string().check(z.minLength(1), z.maxLength(300))
/** Of which details are asked at once. */
export const maxAccounts = 200

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
    /** With users of whom only stored credentials are known. */
    withLogins: z.optional(z.boolean()),
    /** Those to whom this key grants access, or does not; where nobody tells, all of them. */
    granted: z.optional(z.object({ key: z.string().check(z.maxLength(300)), is: z.boolean() })),
    /** Exactly these, in their order, also those that nobody has found. */
    accounts: z.optional(z.array(z.object({ host: accountName, user: accountName })).check(z.maxLength(maxAccounts))),
  }),
  output: z.object({
    /** `hasKey`, `keys` and `reach` are absent where the server does not tell who has keys, which, and how it signs in. */
    ...pageOfList(
      z.object({
        host: z.string(),
        user: z.string(),
        isFound: z.boolean(),
        hasKey: z.optional(z.boolean()),
        keys: z.optional(z.array(z.string())),
        /** File of the keys, as the host said before. */
        path: z.optional(z.string()),
        /** By whose stored credentials the host is reached for this user: own, those of an administrator, or none. */
        reach: z.optional(z.object({ by: z.enum(['own', 'administrator', 'none']), name: z.optional(z.string()) })),
      }),
    ),
    /** Of those that are found, whichever are found on their host and which have keys; a column without an answer is absent. */
    counts: z.object({ found: z.int(), withKeys: z.optional(z.int()) }),
    /** Whether the server tells which credentials are stored. */
    logins: z.enum(['told', 'not offered', 'failed']),
  }),
  permission: listSshUsers.permission,
  reads: [...listSshUsers.reads, ...listAssociatedUsers.reads, ...listAssociations.reads, ...listHostKeys.reads],
})

import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { existingName, soughtName } from '#contract/keys/extension.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { listAssociatedUsers, listSshUsers } from '#contract/keys/ssh.ts'
import { cachedList, listQuery, pageOfList } from './cached-list.ts'

/** Accounts per detail request. */
export const maxAccounts = 200

export const findSshUsers = endpoint({
  ...cachedList,
  id: 'console.findSshUsers',
  summary: 'Users of managed SSH hosts by page, with search, filters and order',
  path: '/api/console.findSshUsers',
  input: z.object({
    ...listQuery,
    /** Only this host. */
    host: z.optional(soughtName),
    /** Only users with a managed key. */
    withKeys: z.optional(z.boolean()),
    /** Includes users known only from stored credentials. */
    withLogins: z.optional(z.boolean()),
    /** Users to whom this key grants access, or does not; ignored if the server does not report it. */
    granted: z.optional(z.object({ key: soughtName, is: z.boolean() })),
    /** Exactly these accounts, in this order, including unknown ones. */
    accounts: z.optional(z.array(z.object({ host: existingName, user: existingName })).check(z.maxLength(maxAccounts))),
  }),
  output: z.object({
    /**
     * `hasKey`, `keys` and `reach` are absent if the server does not report who has keys, which keys, or credentials.
     */
    ...pageOfList(
      z.object({
        host: z.string(),
        user: z.string(),
        isFound: z.boolean(),
        hasKey: z.optional(z.boolean()),
        keys: z.optional(z.array(z.string())),
        /** Path of the authorized keys file, as last reported by the host. */
        path: z.optional(z.string()),
        /** Credentials used to reach the host for this user: the user's own, an administrator's, or none. */
        reach: z.optional(z.object({ by: z.enum(['own', 'administrator', 'none']), name: z.optional(z.string()) })),
      }),
    ),
    /** Of the matching users: those found on their host, and those with keys. Absent if not reported. */
    counts: z.object({ found: z.int(), withKeys: z.optional(z.int()) }),
    /** Whether the server reports stored credentials. */
    logins: z.enum(['told', 'not offered', 'failed']),
  }),
  permission: listSshUsers.permission,
  reads: [...listSshUsers.reads, ...listAssociatedUsers.reads, ...listAssociations.reads, ...listHostKeys.reads],
})

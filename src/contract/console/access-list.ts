import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { association, listAssociations } from '#contract/keys/ssh-resources.ts'
import { cachedList, listQuery, pageOfList } from './cached-list.ts'

export const findAssociations = endpoint({
  ...cachedList,
  id: 'console.findAssociations',
  summary: 'Associations of SSH keys with accounts by page',
  path: '/api/console.findAssociations',
  input: z.object({
    ...listQuery,
    /** Only these keys. */
    keys: z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(10))),
    /** Only this host. */
    host: z.optional(z.string().check(z.maxLength(300))),
  }),
  output: z.object(pageOfList(association)),
  permission: listAssociations.permission,
  reads: listAssociations.reads,
})

export const findAccess = endpoint({
  ...cachedList,
  id: 'console.findAccess',
  summary: 'Accounts on hosts by page, with the SSH keys that have access to each',
  path: '/api/console.findAccess',
  input: z.object(listQuery),
  output: z.object({
    ...pageOfList(
      z.object({
        host: z.string(),
        user: z.string(),
        keys: z.array(z.object({ name: z.string(), since: z.optional(z.string()), outcome: z.optional(z.string()) })),
      }),
    ),
    /** Filter choices: the keys with the most accounts. `left` is the number of other keys. */
    keys: z.object({ names: z.array(z.string()), left: z.int() }),
  }),
  permission: listAssociations.permission,
  reads: listAssociations.reads,
})

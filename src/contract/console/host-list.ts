import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { existingName } from '#contract/keys/extension.ts'
import { listAssociatedUsers, listSshResources, listSshUsers, sshResource } from '#contract/keys/ssh.ts'
import { annotatedRow, annotationFields, annotationReads } from './annotations/annotated-rows.ts'
import { cachedList, listQuery, pageOfList } from './cached-list.ts'

export const findHosts = endpoint({
  ...cachedList,
  id: 'console.findHosts',
  summary: 'Managed SSH hosts of key management by page, with search, filters and order',
  path: '/api/console.findHosts',
  input: z.object({
    ...listQuery,
    /** Exact host name. */
    name: z.optional(existingName),
    /** Full-text match by name, address or description, best match first. */
    mentions: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({
    /** `users`: number of users found on the host or with a key; absent if the request failed. */
    ...pageOfList(z.object({ host: sshResource, users: z.optional(z.int()), ...annotatedRow })),
    annotationFields,
  }),
  permission: listSshResources.permission,
  reads: [...listSshResources.reads, ...listSshUsers.reads, ...listAssociatedUsers.reads, ...annotationReads],
})

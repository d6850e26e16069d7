import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { soughtName } from '#contract/keys/extension.ts'
import { association, listAssociations } from '#contract/keys/ssh-resources.ts'
import { listSshKeys, sshKey } from '#contract/keys/ssh.ts'
import { annotatedRow, annotationFields, annotationReads } from './annotations/annotated-rows.ts'
import { cachedList, listQuery, pageOfList } from './cached-list.ts'

export const findSshKeys = endpoint({
  ...cachedList,
  id: 'console.findSshKeys',
  summary: 'SSH keys of key management by page, with search, filters and order',
  path: '/api/console.findSshKeys',
  input: z.object({
    ...listQuery,
    /** Exact names. */
    names: z.optional(z.array(soughtName).check(z.maxLength(10))),
    /** Full-text match by name or fingerprint, best match first. */
    mentions: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({
    /** `places`: accounts it grants access to; absent if the server does not list them. */
    ...pageOfList(z.object({ key: sshKey, places: z.optional(z.array(association)), ...annotatedRow })),
    annotationFields,
    associations: z.enum(['told', 'not offered', 'failed']),
  }),
  permission: listSshKeys.permission,
  reads: [...listSshKeys.reads, ...listAssociations.reads, ...annotationReads],
})

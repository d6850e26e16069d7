import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { soughtName } from '#contract/keys/extension.ts'
import { listSshKeysOfUser, listSshUsers } from '#contract/keys/ssh.ts'
import { association, listAssociations } from '#contract/keys/ssh-resources.ts'
import { own } from '#contract/session.ts'
import { cachedList, listQuery, pageOfList } from './cached-list.ts'

export const findAssociations = endpoint({
  ...cachedList,
  id: 'console.findAssociations',
  summary: 'Associations of SSH keys with accounts by page',
  path: '/api/console.findAssociations',
  input: z.object({
    ...listQuery,
    /** Only these keys. */
    keys: z.optional(z.array(soughtName).check(z.maxLength(10))),
    /** Only this host. */
    host: z.optional(soughtName),
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

/** Accounts that are read at first, since the server contacts the host of each. */
export const maxRead = 300
export const notReadYet = 'Not read yet'

export const readAccountKeys = endpoint({
  ...own,
  id: 'console.readAccountKeys',
  summary: 'Keys of accounts at a server that does not list associations, as far as the accounts have been read',
  path: '/api/console.readAccountKeys',
  input: z.object({
    /** Only these keys. */
    keys: z.optional(z.array(soughtName).check(z.maxLength(10))),
    /** Reads accounts beyond the first, and those that failed again. */
    more: z.optional(z.boolean()),
  }),
  output: z.object({
    rows: z.array(z.object({ KeyName: z.string(), ResourceName: z.string(), UserName: z.string() })),
    /** Accounts whose keys are unknown, with the reason. */
    unread: z.array(z.object({ resourceName: z.string(), userName: z.string(), reason: z.string() })),
    /** Whether further accounts are being read. */
    isReading: z.boolean(),
  }),
  permission: listSshKeysOfUser.permission,
  reads: [...new Set([...listSshUsers.reads, ...listSshKeysOfUser.reads])],
  assumes: [
    'Accounts with a key are read one by one, up to 300 until more are requested',
    'Reading continues after the response; the result is kept for the session, for ten minutes or until a change',
  ],
})

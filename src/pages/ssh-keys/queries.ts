import { query, queryIfOffered } from '#api/query.ts'
import { everyRow } from '#components/lists/every-row.ts'
import type { Output } from '#contract/endpoint.ts'
import { findAssociations } from '#contract/console/access-list.ts'
import { findHosts } from '#contract/console/host-list.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { maxRows } from '#contract/page.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import { associationsOf } from './associations.ts'

export const everyAssociation = associationsOf()
export const everyHost = everyRow(findHosts)
/** Whether this server has what the console needs beyond the stated operations: its first association, or null. */
export const anyAssociation = queryIfOffered(findAssociations, { offset: 0, limit: 1 }, listAssociations)
/** What opens an account of a host, where the server lists that. */
export const associationsOn = (host: string, user: string) =>
  queryIfOffered(findAssociations, { host, search: user, offset: 0, limit: maxRows }, listAssociations)
/** Those of these keys that are there. */
export const keysOfNames = (names: string[]) => query(findSshKeys, { names, offset: 0, limit: maxRows })
/** Whether the answer to that says that there is no such key. */
export const isKeyMissing = (name: string, answer: Output<typeof findSshKeys> | undefined) =>
  answer !== undefined && !answer.rows.some(({ key }) => key.KeyName === name)
/** Those that have this text in their name. */
export const keysNamedLike = (text: string) => query(findSshKeys, { mentions: text, offset: 0, limit: maxRows })
export const firstKeys = query(findSshKeys, { offset: 0, limit: maxRows })
/** The host of a name: there is no operation for one of them. */
export const hostOfName = (name: string) => query(findHosts, { name, offset: 0, limit: 1 })
export const everyHostKey = queryIfOffered(listHostKeys, {})

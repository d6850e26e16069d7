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
/** Whether the server can list associations: null if it cannot. */
export const anyAssociation = queryIfOffered(findAssociations, { offset: 0, limit: 1 }, listAssociations)
/** Associations of an account; null if the server cannot list them. */
export const associationsOn = (host: string, user: string) =>
  queryIfOffered(findAssociations, { host, search: user, offset: 0, limit: maxRows }, listAssociations)
/** The keys with these names that exist. */
export const keysOfNames = (names: string[]) => query(findSshKeys, { names, offset: 0, limit: maxRows })
/** Whether a response of `keysOfNames` shows that a key does not exist. */
export const isKeyMissing = (name: string, answer: Output<typeof findSshKeys> | undefined) =>
  answer !== undefined && !answer.rows.some(({ key }) => key.KeyName === name)
/** Keys whose name contains the text. */
export const keysNamedLike = (text: string) => query(findSshKeys, { mentions: text, offset: 0, limit: maxRows })
export const firstKeys = query(findSshKeys, { offset: 0, limit: maxRows })
/** A host by name, found by filtering the list: the API has no operation for a single host. */
export const hostOfName = (name: string) => query(findHosts, { name, offset: 0, limit: 1 })
export const everyHostKey = queryIfOffered(listHostKeys, {})

import { query, queryIfOffered } from '#api/query.ts'
import { listHostKeys } from '#contract/keys/ssh-resources.ts'
import { listSshKeys, listSshResources, listSshUsers } from '#contract/keys/ssh.ts'
import { associationsOf } from './associations.ts'

export const everyKey = query(listSshKeys, {})
export const everyAssociation = associationsOf()
export const everyHost = query(listSshResources, {})
export const everyUser = query(listSshUsers, {})
export const everyHostKey = queryIfOffered(listHostKeys, {})

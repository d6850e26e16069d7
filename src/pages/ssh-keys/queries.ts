import { query } from '#api/query.ts'
import { listAssociations, listHostKeys } from '#contract/keys/ssh-resources.ts'
import { listSshKeys, listSshResources, listSshUsers } from '#contract/keys/ssh.ts'

export const everyKey = query(listSshKeys, {})
export const everyAssociation = query(listAssociations, {})
export const everyHost = query(listSshResources, {})
export const everyUser = query(listSshUsers, {})
export const everyHostKey = query(listHostKeys, {})

import type { sshHostRows } from '#contract/keys/ssh.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { applyCredentials } from './apply-credentials.ts'
import { associate, dissociate } from './associate-keys.ts'
import { associations } from './associations.ts'
import { keysAmong } from './authorized-keys-file.ts'
import { onHost } from './on-host.ts'
import { requireResource } from './ssh-resource-store.ts'
import { userEnumeration } from './user-enumeration.ts'

/** applycredentials, getAllSSHResourceDetails, getSSHkeysforuser to getAllAssociatedUsers, associateKey and dissociateKey. */
export function sshHostHandlers(parts: KeyManagement): Handlers<typeof sshHostRows, KeyCall> {
  const { db } = parts
  const enumerateUsers = userEnumeration(parts)
  return {
    applyCredentials: (input, call) => applyCredentials(parts, call, input),
    enumerateUsers: (input, call) => enumerateUsers(call, input),
    associateKey: (input, call) => associate(parts, call, input),
    dissociateKey: (input, call) => dissociate(parts, call, input),

    listSshKeysOfUser: async ({ userName, resourceName }) => {
      const resource = await requireResource(db, resourceName)
      const kept = await db.selectFrom('key_ssh_key').select(['name', 'public_line']).orderBy('name').execute()
      const lines = kept.map(({ public_line }) => public_line)
      const present = await onHost(parts, resource, userName, (session) => keysAmong(session, userName, lines))
      return kept.filter(({ public_line }) => present.has(public_line)).map(({ name }) => name)
    },

    listSshResources: async () => {
      const resources = await db.selectFrom('key_ssh_resource').selectAll().orderBy('name').execute()
      return {
        rows: resources.map((resource) => ({
          ResourceId: resource.id,
          ResourceName: resource.name,
          Description: resource.description,
          IPADDRESS: resource.address,
          Port: resource.port,
          Path: resource.path,
          LandingServerName: resource.landing_server,
          CreationTime: wireTime(resource.created_at),
        })),
      }
    },

    listSshUsers: async () => {
      const users = await db
        .selectFrom('key_ssh_user as user')
        .innerJoin('key_ssh_resource as resource', 'resource.id', 'user.resource_id')
        .select(['user.user_name', 'resource.name'])
        .orderBy('resource.name')
        .orderBy('user.user_name')
        .execute()
      return { rows: users.map(userOnResource) }
    },

    listAssociatedUsers: async () => {
      const users = await associations(db)
        .select(['association.user_name', 'resource.name'])
        .distinct()
        .orderBy('resource.name')
        .orderBy('association.user_name')
        .execute()
      return { rows: users.map(userOnResource) }
    },
  }
}

const userOnResource = ({ user_name, name }: { user_name: string; name: string }) => ({
  UserName: user_name,
  ResourceName: name,
})

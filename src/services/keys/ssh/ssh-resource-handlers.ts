import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { addressRules } from '#services/keys/discovery/address-rules.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName, requirePlainText } from '#services/keys/names.ts'
import { refused } from '#services/keys/refused.ts'
import { nextNumber } from '#services/keys/sequence.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { associations, namedOnly } from './associations.ts'
import { holdResource, requireResource, type SshResource } from './ssh-resource-store.ts'

/** The hosts themselves: operations of our own, as the reference has none that adds one. */
export const sshResourceHandlers = ({ db, audit }: KeyManagement): Handlers<typeof sshResourceRows, KeyCall> => ({
  addSshResource: async ({ ResourceName: name, IPADDRESS: address, Port: port, Description = '', Path = '' }, call) => {
    requireName('ResourceName', name)
    requireHostAddress(address)
    requirePlainText('Description', Description)
    requirePlainText('Path', Path)
    await db.transaction().execute(async (transaction) => {
      // First, because it makes the next writer wait: no two of them find the same name free.
      const id = await nextNumber(transaction, 'ssh-resource')
      await requireFreeName(transaction, name)
      const stated = { id, name, address, port, description: Description, path: Path }
      const resource = { ...stated, landing_server: '', host_key: null, created_at: Date.now() }
      await transaction.insertInto('key_ssh_resource').values(resource).execute()
      await audit.record(transaction, call, `SSH resource “${name}” added: ${address}, port ${port}`)
    })
    return { message: 'SSH resource added successfully' }
  },

  removeSshResource: async ({ ResourceName: name }, call) => {
    await db.transaction().execute(async (transaction) => {
      const resource = await requireResource(transaction, name, 'ResourceName')
      await holdResource(transaction, resource.id)
      await requireUnused(transaction, resource)
      for (const table of ['key_ssh_credential', 'key_ssh_user', 'key_ssh_association'] as const) {
        await transaction.deleteFrom(table).where('resource_id', '=', resource.id).execute()
      }
      await transaction.deleteFrom('key_ssh_resource').where('id', '=', resource.id).execute()
      await audit.record(transaction, call, `SSH resource “${name}” removed`)
    })
    return { message: 'SSH resource removed successfully' }
  },

  forgetHostKey: async ({ ResourceName: name }, call) => {
    await db.transaction().execute(async (transaction) => {
      const { id, host_key } = await requireResource(transaction, name, 'ResourceName')
      await transaction.updateTable('key_ssh_resource').set({ host_key: null }).where('id', '=', id).execute()
      await audit.record(transaction, call, `Host key of “${name}” removed: ${host_key ?? 'none was known'}`)
    })
    return { message: 'Host key removed; the next one that the host presents is trusted' }
  },

  listAssociations: async () => {
    const found = await associations(db)
      .select(['key.name as key_name', 'resource.name as resource_name'])
      .select(['association.user_name', 'association.path', 'association.associated_at'])
      .orderBy('key.name')
      .orderBy('resource.name')
      .orderBy('association.user_name')
      .execute()
    return {
      rows: found.map(({ key_name, resource_name, user_name, path, associated_at }) => ({
        KeyName: key_name,
        ResourceName: resource_name,
        UserName: user_name,
        Path: path,
        AssociatedTime: wireTime(associated_at),
      })),
    }
  },

  listHostKeys: async () => {
    const resources = await db
      .selectFrom('key_ssh_resource')
      .select(['id', 'name', 'host_key'])
      .orderBy('name')
      .execute()
    const credentials = await db
      .selectFrom('key_ssh_credential')
      .select(['resource_id', 'user_name', 'is_admin'])
      .orderBy('user_name')
      .execute()
    const of = Map.groupBy(credentials, ({ resource_id }) => resource_id)
    return {
      rows: resources.map(({ id, name, host_key }) => ({
        ResourceName: name,
        HostKey: host_key ?? undefined,
        Credentials: (of.get(id) ?? []).map(({ user_name, is_admin }) => ({
          UserName: user_name,
          isAdmin: is_admin === 1,
        })),
      })),
    }
  },
})

/** Hosts of one's own network are what this is for; what hands out credentials or is no host is out of bounds. */
const forbiddenAddress = addressRules([
  '127.0.0.0/8',
  '::1',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
])

function requireHostAddress(address: string): void {
  if (isIP(address) === 0 || address.includes('%')) throw refused('IPADDRESS', 'This is not an IP address')
  const reason = forbiddenAddress(address)
  if (reason) throw refused('IPADDRESS', `${reason.split(', which')[0]}, which no host for keys has`)
}

async function requireFreeName(db: Kysely<KeyTables>, name: string): Promise<void> {
  const other = await db.selectFrom('key_ssh_resource').select('id').where('name', '=', name).executeTakeFirst()
  if (other) throw refused('ResourceName', `An SSH resource “${name}” already exists`)
}

async function requireUnused(db: Kysely<KeyTables>, { id, name }: SshResource): Promise<void> {
  const keys = await associations(db)
    .select(['key.name', 'association.user_name'])
    .where('association.resource_id', '=', id)
    .orderBy('key.name')
    .execute()
  const opening = namedOnly(keys.map((key) => `“${key.name}” (${key.user_name})`))
  if (opening !== '') throw refused('ResourceName', `Keys are associated on “${name}”; dissociate first: ${opening}`)
  const servers = await db.selectFrom('key_server').select('name').where('resource_id', '=', id).execute()
  const served = namedOnly(servers.map((server) => `“${server.name}”`))
  if (served !== '') throw refused('ResourceName', `Certificates are deployed to it; remove these servers: ${served}`)
}

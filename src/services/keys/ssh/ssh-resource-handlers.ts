import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { addressRules } from '#services/network/address-rules.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { downloadName } from '#services/keys/download-name.ts'
import { requireName, requirePlainText } from '#services/keys/names.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import { nextNumber } from '#services/keys/sequence.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { testKey } from './associate-keys.ts'
import { associations, namedOnly } from './associations.ts'
import { privateKeyOf, requireSshKey } from './ssh-key-store.ts'
import { lockResource, requireResource, type SshResource } from './ssh-resource-store.ts'

/** Tables with rows of a resource. */
const ofResource = [
  'key_ssh_host_key',
  'key_ssh_host_alarm',
  'key_ssh_credential',
  'key_ssh_user',
  'key_ssh_association',
  'key_load_balancer',
] as const

/** Extension: management of hosts, since the reference has no operation to add one. */
export const sshResourceHandlers = ({
  db,
  audit,
  ...others
}: KeyManagement): Handlers<typeof sshResourceRows, KeyCall> => ({
  addSshResource: async ({ ResourceName: name, IPADDRESS: address, Port: port, Description = '', Path = '' }, call) => {
    requireName('ResourceName', name)
    requireHostAddress(address)
    requirePlainText('Description', Description)
    requirePlainText('Path', Path)
    await db.transaction().execute(async (transaction) => {
      // First, since it locks the sequence, so that concurrent calls do not use the same name.
      const id = await nextNumber(transaction, 'ssh-resource')
      await requireFreeName(transaction, name)
      const stated = { id, name, address, port, description: Description, path: Path }
      const resource = { ...stated, landing_server: '', created_at: Date.now() }
      await transaction.insertInto('key_ssh_resource').values(resource).execute()
      await audit.record(transaction, call, `SSH resource “${name}” added: ${address}, port ${port}`)
    })
    return { message: 'SSH resource added successfully' }
  },

  removeSshResource: async ({ ResourceName: name }, call) => {
    await db.transaction().execute(async (transaction) => {
      const resource = await requireResource(transaction, name, 'ResourceName')
      await lockResource(transaction, resource.id)
      await requireUnused(transaction, resource)
      for (const table of ofResource) {
        await transaction.deleteFrom(table).where('resource_id', '=', resource.id).execute()
      }
      await transaction.deleteFrom('key_ssh_resource').where('id', '=', resource.id).execute()
      await audit.record(transaction, call, `SSH resource “${name}” removed`)
    })
    return { message: 'SSH resource removed successfully' }
  },

  listAssociations: async () => {
    const found = await associations(db)
      .select(['key.name as key_name', 'resource.name as resource_name'])
      .select(['association.user_name', 'association.path', 'association.associated_at'])
      .select(['association.outcome', 'association.outcome_text', 'association.tested_at'])
      .orderBy('key.name')
      .orderBy('resource.name')
      .orderBy('association.user_name')
      .execute()
    return {
      rows: found.map((one) => ({
        KeyName: one.key_name,
        ResourceName: one.resource_name,
        UserName: one.user_name,
        Path: one.path,
        AssociatedTime: wireTime(one.associated_at),
        Outcome: one.outcome ?? undefined,
        OutcomeText: one.outcome_text ?? undefined,
        TestedTime: one.tested_at === null ? undefined : wireTime(one.tested_at),
      })),
    }
  },

  exportPuttyKey: async ({ keyName, Version }, call) => {
    const key = await requireSshKey(db, keyName)
    const { privateKey, passphrase = '' } = privateKeyOf(others.vault, key)
    const change = { passphrase, newPassphrase: passphrase, format: `putty-${Version}` as const }
    const written = await inWireWords({}, () => others.work.run('rewriteSshKey', [privateKey, change]))
    await audit.reveal(call, `Private half of SSH key “${key.name}” exported for PuTTY`)
    return { name: downloadName(key.name, '.ppk'), bytes: Buffer.from(written) }
  },

  testSshKey: async (input, call) => {
    const { outcome, text, testedAt } = await testKey({ db, audit, ...others }, call, input)
    return { Outcome: outcome, OutcomeText: text, TestedTime: wireTime(testedAt) }
  },
})

/** Private networks are allowed; metadata services and special addresses are not. */
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

import type { Kysely, Transaction } from 'kysely'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { refused } from '#services/keys/refused.ts'
import { opened } from '#services/keys/sealed.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { HostKeyChanged } from './ssh-refusal.ts'

export type SshResource = KeyTables['key_ssh_resource']
export type SshCredential = KeyTables['key_ssh_credential']

export async function requireResource(
  db: Kysely<KeyTables>,
  name: string,
  field = 'resourceName',
): Promise<SshResource> {
  requireName(field, name)
  const resource = await db.selectFrom('key_ssh_resource').selectAll().where('name', '=', name).executeTakeFirst()
  if (!resource) throw refused(field, `There is no SSH resource “${name}”`)
  return resource
}

/** Whether the resource is still kept; from here to the end of the transaction nobody removes it. */
export async function holdResource(transaction: Transaction<KeyTables>, id: number): Promise<boolean> {
  const held = await transaction
    .updateTable('key_ssh_resource')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

/** A user's own credentials, else those of an administrator of the host. */
export async function requireCredential(
  db: Kysely<KeyTables>,
  { id, name }: SshResource,
  user: string,
): Promise<SshCredential> {
  requireName('userName', user)
  const kept = db.selectFrom('key_ssh_credential').selectAll().where('resource_id', '=', id)
  const credential =
    (await kept.where('user_name', '=', user).executeTakeFirst()) ??
    (await kept.where('is_admin', '=', 1).orderBy('applied_at', 'desc').limit(1).executeTakeFirst())
  if (credential) return credential
  const next = 'give them with applycredentials'
  throw refused('userName', `No credentials of ${user} or of an administrator are stored for “${name}”; ${next}`)
}

export const passwordOf = (
  vault: KeyManagement['vault'],
  { resource_id, user_name, version, sealed_password }: SshCredential,
): string => {
  const place = { table: 'key_ssh_credential', ...credentialRow(resource_id, user_name), version } as const
  return opened(vault, place, sealed_password).toString()
}

/** JSON, because its quotes leave no doubt where the number ends and the name begins. */
export const credentialRow = (resourceId: number, user: string) =>
  ({ row: JSON.stringify([resourceId, user]), column: 'sealed_password' }) as const

/** The key that a host shows first is its key; another one is refused from then on. */
export async function pinHostKey(db: Kysely<KeyTables>, { id, name }: SshResource, seen: string): Promise<void> {
  const mine = await db
    .updateTable('key_ssh_resource')
    .set({ host_key: seen })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('host_key', 'is', null), eb('host_key', '=', seen)]))
    .returning('id')
    .executeTakeFirst()
  if (mine) return
  const now = await db.selectFrom('key_ssh_resource').select('host_key').where('id', '=', id).executeTakeFirst()
  if (!now) throw refused('resourceName', `The SSH resource “${name}” was removed in the meantime`)
  if (now.host_key !== null) throw new HostKeyChanged(name, now.host_key, seen)
}

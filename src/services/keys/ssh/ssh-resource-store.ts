import type { Kysely, Transaction } from 'kysely'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { refused } from '#services/keys/refused.ts'
import { opened } from '#services/keys/sealed.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import type { Credentials } from './credentials.ts'
import { privateKeyOf } from './ssh-key-store.ts'

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

/** Whether the resource exists; locks it until the end of the transaction. */
export async function lockResource(transaction: Transaction<KeyTables>, id: number): Promise<boolean> {
  const held = await transaction
    .updateTable('key_ssh_resource')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

/** The user's own credentials, or else those of an administrator. */
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

type SealedColumn = 'sealed_password' | 'sealed_key' | 'sealed_sudo'
type Owner = Pick<SshCredential, 'resource_id' | 'user_name' | 'version'>

/** JSON separates ID and name unambiguously. */
export const secretPlace = <C extends SealedColumn>({ resource_id, user_name, version }: Owner, column: C) =>
  ({ table: 'key_ssh_credential', row: JSON.stringify([resource_id, user_name]), column, version }) as const

/** Credentials for login. */
export async function credentialsOf(
  { db, vault }: Pick<KeyManagement, 'db' | 'vault'>,
  credential: SshCredential,
): Promise<Credentials> {
  const secret = (column: SealedColumn) =>
    opened(vault, secretPlace(credential, column), credential[column] ?? '').toString()
  const { user_name: user, method, sudo, key_id } = credential
  const elevated = sudo === 'none' ? {} : { sudo: sudo === 'password' ? { password: secret('sealed_sudo') } : {} }
  if (method === 'password') return { user, password: secret('sealed_password'), ...elevated }
  if (method === 'key-file') return { user, privateKey: secret('sealed_key'), ...elevated }
  const key = await db.selectFrom('key_ssh_key').selectAll().where('id', '=', key_id).executeTakeFirst()
  if (!key) throw refused('userName', `The SSH key that ${user} logs in with was deleted; give new credentials`)
  return { user, ...privateKeyOf(vault, key), ...elevated }
}

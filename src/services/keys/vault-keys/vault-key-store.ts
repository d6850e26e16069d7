import type { Kysely, Transaction } from 'kysely'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { refused } from '#services/keys/refused.ts'
import { opened, sealed } from '#services/keys/sealed.ts'
import type { KeyTables } from '#services/keys/tables.ts'

export type VaultKey = KeyTables['key_vault_key']

export async function requireVaultKey(db: Kysely<KeyTables>, name: string): Promise<VaultKey> {
  requireName('keyName', name)
  const key = await db.selectFrom('key_vault_key').selectAll().where('name', '=', name).executeTakeFirst()
  if (!key) throw refused('keyName', `There is no vault key “${name}”`)
  return key
}

export async function requireFreeName(db: Kysely<KeyTables>, name: string): Promise<void> {
  const other = await db.selectFrom('key_vault_key').select('id').where('name', '=', name).executeTakeFirst()
  if (other) throw refused('keyName', `A vault key “${name}” already exists; update it or choose another name`)
}

/** The next version of a key; concurrent calls wait until the transaction ends. */
export async function requireNextVersion(
  transaction: Transaction<KeyTables>,
  name: string,
): Promise<Pick<VaultKey, 'id' | 'version'>> {
  const next = await transaction
    .updateTable('key_vault_key')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('name', '=', name)
    .returning(['id', 'version'])
    .executeTakeFirst()
  return next ?? (await requireVaultKey(transaction, name))
}

type Secrets = { file: Uint8Array; passphrase: string }

export function sealedSecrets(
  vault: KeyManagement['vault'],
  { id, version }: Pick<VaultKey, 'id' | 'version'>,
  { file, passphrase }: Secrets,
) {
  const place = { table: 'key_vault_key', row: id, version } as const
  return {
    sealed_file: sealed(vault, { ...place, column: 'sealed_file' }, file),
    sealed_passphrase: passphrase === '' ? null : sealed(vault, { ...place, column: 'sealed_passphrase' }, passphrase),
  }
}

export const fileOf = (vault: KeyManagement['vault'], { id, version, sealed_file }: VaultKey): Buffer =>
  opened(vault, { table: 'key_vault_key', row: id, column: 'sealed_file', version }, sealed_file)

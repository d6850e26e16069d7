import type { Kysely, Transaction } from 'kysely'
import type { NewSshKey } from '#crypto/ssh/ssh-key.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { refused } from '#services/keys/refused.ts'
import { opened, sealed } from '#services/keys/sealed.ts'
import { nextNumber } from '#services/keys/sequence.ts'
import type { KeyTables } from '#services/keys/tables.ts'

type SshKey = KeyTables['key_ssh_key']

export async function requireSshKey(db: Kysely<KeyTables>, name: string, field = 'keyName'): Promise<SshKey> {
  requireName(field, name)
  const key = await db.selectFrom('key_ssh_key').selectAll().where('name', '=', name).executeTakeFirst()
  if (!key) throw refused(field, `There is no SSH key “${name}”`)
  return key
}

/** getSSHkeysforuser joins names with commas. */
export function requireKeyName(name: string): void {
  requireName('keyName', name)
  if (name.includes(',')) throw refused('keyName', 'The name of an SSH key cannot contain a comma')
}

/** Checked before slow work; verified again when the key is stored. */
export async function requireFreeName(db: Kysely<KeyTables>, name: string): Promise<void> {
  const other = await db.selectFrom('key_ssh_key').select('id').where('name', '=', name).executeTakeFirst()
  if (other) throw refused('keyName', `An SSH key “${name}” already exists`)
}

async function requireNewKey(db: Kysely<KeyTables>, fingerprint: string): Promise<void> {
  const known = await db
    .selectFrom('key_ssh_key')
    .select('name')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  if (known) throw refused('File', `This key is already stored as “${known.name}”`)
}

type KeyToStore = { name: string; key: NewSshKey; passphrase: string; how: 'created' | 'imported' }

export async function storeSshKey(
  { db, vault, audit }: KeyManagement,
  call: KeyCall,
  { name, key, passphrase, how }: KeyToStore,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // First, since it locks the sequence, so that concurrent calls do not use the same name.
    const id = await nextNumber(transaction, 'ssh-key')
    await requireFreeName(transaction, name)
    await requireNewKey(transaction, key.fingerprint)
    const place = { table: 'key_ssh_key', row: id, version: 1 } as const
    await transaction
      .insertInto('key_ssh_key')
      .values({
        id,
        name,
        type: key.keyType,
        length: key.length,
        fingerprint: key.fingerprint,
        comment: key.comment.replace(/\p{Cc}+/gu, ' '),
        public_line: key.publicLine,
        sealed_file: sealed(vault, { ...place, column: 'sealed_file' }, key.file),
        sealed_passphrase:
          passphrase === '' ? null : sealed(vault, { ...place, column: 'sealed_passphrase' }, passphrase),
        version: 1,
        created_by: call.username,
        created_at: Date.now(),
      })
      .execute()
    await audit.record(transaction, call, `SSH key “${name}” ${how}`)
  })
}

/** The file in OpenSSH format, with its passphrase if it has one. */
export const fileOf = (vault: KeyManagement['vault'], { id, version, sealed_file }: SshKey): Buffer =>
  opened(vault, { table: 'key_ssh_key', row: id, column: 'sealed_file', version }, sealed_file)

export const passphraseOf = (
  vault: KeyManagement['vault'],
  { id, version }: SshKey,
  sealedPassphrase: string,
): string =>
  opened(vault, { table: 'key_ssh_key', row: id, column: 'sealed_passphrase', version }, sealedPassphrase).toString()

/** Private key for signing in. */
export const privateKeyOf = (vault: KeyManagement['vault'], key: SshKey) => ({
  privateKey: fileOf(vault, key),
  ...(key.sealed_passphrase !== null && { passphrase: passphraseOf(vault, key, key.sealed_passphrase) }),
})

/** Whether the key exists; locks it until the end of the transaction. */
export async function lockSshKey(transaction: Transaction<KeyTables>, id: number): Promise<boolean> {
  const held = await transaction
    .updateTable('key_ssh_key')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

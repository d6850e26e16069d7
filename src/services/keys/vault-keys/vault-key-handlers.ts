import type { Input } from '#contract/endpoint.ts'
import type { vaultRows } from '#contract/keys/vault.ts'
import { downloadName } from '#services/keys/download-name.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName, requirePlainText } from '#services/keys/names.ts'
import { refused } from '#services/keys/refused.ts'
import { nextNumber } from '#services/keys/sequence.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { fileOf, requireFreeName, requireNextVersion, requireVaultKey, sealedSecrets } from './vault-key-store.ts'

/** getAllKeyStoreKeys to updateKeyStoreKey: files of any kind, stored byte for byte. */
export const vaultKeyHandlers = ({ db, vault, audit }: KeyManagement): Handlers<typeof vaultRows, KeyCall> => ({
  addVaultKey: async (input, call) => {
    requireStorable(input)
    await db.transaction().execute(async (transaction) => {
      // First, since it locks the sequence, so that concurrent calls do not use the same name.
      const key = { id: await nextNumber(transaction, 'vault-key'), version: 1 }
      await requireFreeName(transaction, input.keyName)
      const secrets = sealedSecrets(vault, key, secretsIn(input))
      const origin = { created_by: call.username, created_at: Date.now() }
      const texts = { description: '', datacenter: '', instance_name: '', type: '', ...givenTexts(input) }
      await transaction
        .insertInto('key_vault_key')
        .values({ ...key, ...texts, ...secrets, ...origin, name: input.keyName, file_name: input.File.name })
        .execute()
      await audit.record(transaction, call, `Vault key “${input.keyName}” added`)
    })
    return { message: 'Key added successfully' }
  },

  updateVaultKey: async (input, call) => {
    requireStorable(input)
    await db.transaction().execute(async (transaction) => {
      const key = await requireNextVersion(transaction, input.keyName)
      const secrets = sealedSecrets(vault, key, secretsIn(input))
      await transaction
        .updateTable('key_vault_key')
        .set({ ...givenTexts(input), ...secrets, file_name: input.File.name })
        .where('id', '=', key.id)
        .execute()
      await audit.record(transaction, call, `Vault key “${input.keyName}” replaced: version ${key.version}`)
    })
    return { message: 'Key updated successfully' }
  },

  exportVaultKey: async ({ keyName }, call) => {
    const key = await requireVaultKey(db, keyName)
    await audit.reveal(call, `Vault key “${keyName}” exported`)
    return { name: downloadName(key.file_name || key.name), bytes: fileOf(vault, key) }
  },

  deleteVaultKey: async ({ keyName }, call) => {
    await db.transaction().execute(async (transaction) => {
      const { id } = await requireVaultKey(transaction, keyName)
      await transaction.deleteFrom('key_vault_key').where('id', '=', id).execute()
      await audit.record(transaction, call, `Vault key “${keyName}” deleted`)
    })
    return { message: 'Key deleted successfully' }
  },

  listVaultKeys: async () => {
    const keys = await db
      .selectFrom('key_vault_key')
      .select(['id', 'name', 'description', 'datacenter', 'instance_name', 'type', 'created_by', 'created_at'])
      .orderBy('name')
      .execute()
    return {
      rows: keys.map((key) => ({
        'Key Store ID': key.id,
        'Key Name': key.name,
        Description: key.description,
        Datacenter: key.datacenter,
        'Instance Name': key.instance_name,
        'Key Type': key.type,
        'Created By': key.created_by,
        'Created Time': wireTime(key.created_at),
      })),
    }
  },
})

type VaultKeyInput = Input<typeof vaultRows.addVaultKey>

const maxBytes = 1024 * 1024
const longestPassphrase = 1024

function requireStorable({ keyName, passphrase = '', File: { name, bytes }, ...texts }: VaultKeyInput): void {
  requireName('keyName', keyName)
  for (const [field, text] of Object.entries(texts)) requirePlainText(field, text ?? '')
  requirePlainText('File', name)
  if (passphrase.length > longestPassphrase) throw refused('passphrase', 'A passphrase has at most 1024 characters')
  if (bytes.length === 0) throw refused('File', 'The file is empty')
  if (bytes.length > maxBytes) throw refused('File', 'A file in the vault has at most 1 MiB')
}

const secretsIn = ({ File: { bytes }, passphrase = '' }: VaultKeyInput) => ({ file: bytes, passphrase })

/** Columns with given texts; others are unchanged. */
const givenTexts = ({ description, datacenter, instanceName, keyType }: VaultKeyInput) => ({
  ...(description !== undefined && { description }),
  ...(datacenter !== undefined && { datacenter }),
  ...(instanceName !== undefined && { instance_name: instanceName }),
  ...(keyType !== undefined && { type: keyType }),
})

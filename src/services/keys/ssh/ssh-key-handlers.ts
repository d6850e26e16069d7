import type { sshKeyRows } from '#contract/keys/ssh.ts'
import { keyLengths, type SshKeyType } from '#crypto/ssh/key-type.ts'
import { downloadName } from '#services/keys/download-name.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { pgpKeyHandlers } from '#services/keys/pgp-key-handlers.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { deleteSshKey } from './delete-ssh-key.ts'
import { fileOf, storeSshKey, passphraseOf, requireFreeName, requireKeyName, requireSshKey } from './ssh-key-store.ts'

/** The time to find primes of a 4096-bit RSA key varies widely. */
const creationMs = 60_000

/** createsshkey, getAllSSHKeys to exportSSHKey, addSSHKey, deleteSSHKey and getPGPKey. */
export function sshKeyHandlers(parts: KeyManagement): Handlers<typeof sshKeyRows, KeyCall> {
  const { db, vault, audit, work } = parts
  return {
    createSshKey: async ({ keyName: name, passPhrase: passphrase = '', comment = '', length, keyType }, call) => {
      requireKeyName(name)
      await requireFreeName(db, name)
      const wanted = { keyType, length: lengthOf(keyType, length), comment, passphrase }
      const key = await inWireWords({ passphrase: 'passPhrase' }, () =>
        work.run('createSshKey', [wanted], { deadlineMs: creationMs }),
      )
      await storeSshKey(parts, call, { name, key, passphrase, how: 'created' })
      return { message: 'New SSH key created successfully' }
    },

    addSshKey: async ({ keyName: name, passphrase = '', File: { bytes } }, call) => {
      requireKeyName(name)
      await requireFreeName(db, name)
      const key = await inWireWords({ file: 'File' }, () => work.run('importSshKey', [bytes, passphrase]))
      await storeSshKey(parts, call, { name, key, passphrase: key.isEncrypted ? passphrase : '', how: 'imported' })
      return { message: 'SSH key imported successfully' }
    },

    listSshKeys: async () => {
      const keys = await db.selectFrom('key_ssh_key').select(shownColumns).orderBy('name').execute()
      return { rows: keys.map(shown) }
    },

    getSshKey: async ({ keyName }) => ({ rows: [shown(await requireSshKey(db, keyName))] }),

    exportSshKey: async ({ keyName, keyExportType = 'private' }, call) => {
      const key = await requireSshKey(db, keyName)
      if (keyExportType === 'public') {
        await audit.note(call, `Public half of SSH key “${key.name}” exported`)
        return { name: downloadName(key.name, '.pub'), bytes: Buffer.from(`${key.public_line}\n`) }
      }
      await audit.reveal(call, `Private half of SSH key “${key.name}” exported`)
      return { name: downloadName(key.name), bytes: fileOf(vault, key) }
    },

    getSshKeyPassphrase: async ({ keyName }, call) => {
      const key = await requireSshKey(db, keyName)
      if (key.sealed_passphrase === null) throw refused('keyName', `SSH key “${key.name}” has no passphrase`)
      await audit.reveal(call, `Passphrase of SSH key “${key.name}” shown`)
      return { passphrase: passphraseOf(vault, key, key.sealed_passphrase) }
    },

    deleteSshKey: ({ key_name, withoutDisassociation = false }, call) =>
      deleteSshKey(parts, call, { name: key_name, withoutDisassociation }),

    ...pgpKeyHandlers(parts),
  }
}

/** Undefined for types with a fixed length; other types validate it. */
function lengthOf(keyType: SshKeyType, length = ''): number | undefined {
  if (keyLengths[keyType].length === 0 && length !== '') {
    throw refused('length', `The length of a key of type ${keyType} is fixed; leave it out`)
  }
  return /^[1-9]\d{0,5}$/.test(length) ? Number(length) : undefined
}

const shownColumns = ['name', 'type', 'length', 'fingerprint', 'sealed_passphrase', 'created_by', 'created_at'] as const
type PublicColumns = Pick<KeyTables['key_ssh_key'], (typeof shownColumns)[number]>

const shown = ({ name, type, length, fingerprint, sealed_passphrase, created_by, created_at }: PublicColumns) => ({
  KeyName: name,
  KeyType: type,
  KeyLength: String(length),
  FingerPrint: fingerprint,
  isPassphraseAvailable: sealed_passphrase !== null,
  CreatedBy: created_by,
  CreationTime: wireTime(created_at),
})

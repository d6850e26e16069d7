import { change } from '#api/change.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { deleteVaultKey } from '#contract/keys/vault.ts'
import { nameOf } from './vault-key.ts'
import type { OpenDialog } from './VaultColumns.tsx'
import { VaultKeyForm } from './VaultKeyForm.tsx'

type Props = { asked: OpenDialog; onClose: () => void }

/** Dialog for adding, replacing or deleting a key. */
export function VaultQuestion({ asked, onClose }: Props) {
  if (asked.what === 'add') return <VaultKeyForm onClose={onClose} />
  if (asked.what === 'replace') return <VaultKeyForm former={asked.key} onClose={onClose} />
  if (asked.what === 'export') return null
  const keyName = nameOf(asked.key)
  return (
    <Confirm
      title={`Delete “${keyName}” from the vault?`}
      action="Delete key"
      typed={keyName}
      onConfirm={() => change(deleteVaultKey, { keyName })}
      onClose={onClose}
    >
      The file and its passphrase are deleted from the vault. This cannot be undone. Data encrypted with this key stays
      encrypted. Export the key first if it may still be needed.
    </Confirm>
  )
}

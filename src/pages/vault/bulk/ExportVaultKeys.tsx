import { call } from '#api/call.ts'
import { ArchiveDialog } from '#components/bulk/ArchiveDialog.tsx'
import { useReason } from '#components/reason/use-reason.ts'
import { exportVaultKey } from '#contract/keys/vault.ts'
import { withReason } from '#contract/reason.ts'
import type { VaultKey } from '#pages/vault/vault-key.ts'
import { plansFor, vaultNouns } from './vault-plan.ts'

type Props = { rows: readonly VaultKey[]; onClose: () => void }

/** Several files of the vault in one archive, with a reason and a fresh proof. */
export function ExportVaultKeys({ rows, onClose }: Props) {
  const { askReason, dialog } = useReason()
  return (
    <>
      <ArchiveDialog
        title="Export vault keys"
        name="vault-keys"
        nouns={vaultNouns}
        plans={plansFor(rows, 'The file leaves the vault as it was added.')}
        begin={() =>
          askReason({
            title: 'Export keys from the vault?',
            action: 'Export',
            about: 'The files leave the vault as they were added. The exports are recorded in the audit.',
          })
        }
        fetch={async (keyName, why) => {
          const { name, bytes } = await call(withReason(exportVaultKey), { keyName, ...why })
          return { name: name || keyName, bytes }
        }}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}

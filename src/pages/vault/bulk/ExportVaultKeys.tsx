import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { useReason } from '#components/reason/use-reason.ts'
import { exportVaultKey } from '#contract/keys/vault.ts'
import type { VaultKey } from '#pages/vault/vault-key.ts'
import { plansFor, vaultNouns } from './vault-plan.ts'

type Props = { rows: readonly VaultKey[]; onClose: () => void }

/** Exports several vault files in one archive, with a reason and an identity confirmation. */
export function ExportVaultKeys({ rows, onClose }: Props) {
  const { askReason, dialog } = useReason()
  return (
    <>
      <JobDialog
        title="Export vault keys"
        action="Export"
        nouns={vaultNouns}
        plans={plansFor(rows, 'The file leaves the vault as it was added.')}
        order={async () => {
          const why = await askReason({
            title: 'Export keys from the vault?',
            action: 'Export',
            about: 'The files leave the vault as they were added. The exports are recorded in the audit.',
          })
          return why && { endpoint: exportVaultKey, input: {}, why }
        }}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}

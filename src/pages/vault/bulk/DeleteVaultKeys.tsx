import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { deleteVaultKey } from '#contract/keys/vault.ts'
import type { VaultKey } from '#pages/vault/vault-key.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { plansFor, vaultNouns } from './vault-plan.ts'

type Props = { rows: readonly VaultKey[]; onClose: () => void }

/** Deletes several vault keys. Their uses are unknown. */
export const DeleteVaultKeys = ({ rows, onClose }: Props) => (
  <JobDialog
    title="Delete vault keys"
    action="Delete"
    nouns={vaultNouns}
    plans={plansFor(rows, 'The file and its passphrase are deleted.')}
    fields={
      <Notice tone="warn" title="This cannot be undone">
        <span>
          The service does not know what uses a vault key. Data encrypted with these keys stays encrypted. Export the
          keys first if they may still be needed.
        </span>
      </Notice>
    }
    typed="delete"
    order={() => ({ endpoint: deleteVaultKey, input: {} })}
    onClose={onClose}
  />
)

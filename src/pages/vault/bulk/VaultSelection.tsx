import { BulkAction } from '#components/bulk/BulkHost.tsx'
import { deleteVaultKey, exportVaultKey } from '#contract/keys/vault.ts'
import type { VaultKey } from '#pages/vault/vault-key.ts'
import { later } from '#ui/layout/later.ts'
import type { Selected } from '#ui/table/DataTable.tsx'

const ExportVaultKeys = later(async () => (await import('./ExportVaultKeys.tsx')).ExportVaultKeys)
const DeleteVaultKeys = later(async () => (await import('./DeleteVaultKeys.tsx')).DeleteVaultKeys)

/** Actions on the selected vault keys. */
export const VaultSelection = (selected: Selected<VaultKey>) => (
  <>
    <BulkAction selected={selected} label="Export files" Dialog={ExportVaultKeys} endpoint={exportVaultKey} />
    <BulkAction selected={selected} label="Delete" Dialog={DeleteVaultKeys} endpoint={deleteVaultKey} />
  </>
)

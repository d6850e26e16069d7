import { BulkAction } from '#components/bulk/BulkHost.tsx'
import type { SshKeyRow } from '#contract/keys/rules/ssh-key-list.ts'
import { deleteSshKey } from '#contract/keys/ssh.ts'
import { later } from '#ui/layout/later.ts'
import type { Selected } from '#ui/table/DataTable.tsx'

const ExportKeys = later(async () => (await import('./ExportKeys.tsx')).ExportKeys)
const DeleteKeys = later(async () => (await import('./DeleteKeys.tsx')).DeleteKeys)

/** Actions on the selected SSH keys. */
export const SshKeySelection = (selected: Selected<SshKeyRow>) => (
  <>
    <BulkAction selected={selected} label="Export files" Dialog={ExportKeys} />
    <BulkAction selected={selected} label="Delete unused" Dialog={DeleteKeys} endpoint={deleteSshKey} />
  </>
)

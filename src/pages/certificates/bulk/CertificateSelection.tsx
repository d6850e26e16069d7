import { BulkAction } from '#components/bulk/BulkHost.tsx'
import { maxRead } from '#components/bulk/plan.ts'
import { deleteCertificate, deployCertificate, revokeCertificate } from '#contract/keys/certificates.ts'
import { createRequest } from '#contract/keys/requests.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { later } from '#ui/layout/later.ts'
import type { Selected } from '#ui/table/DataTable.tsx'

const RenewSeveral = later(async () => (await import('./RenewSeveral.tsx')).RenewSeveral)
const DeploySeveral = later(async () => (await import('./DeploySeveral.tsx')).DeploySeveral)
const ExportSeveral = later(async () => (await import('./ExportSeveral.tsx')).ExportSeveral)
const RevokeSeveral = later(async () => (await import('./RevokeSeveral.tsx')).RevokeSeveral)
const DeleteSeveral = later(async () => (await import('./DeleteSeveral.tsx')).DeleteSeveral)

/** Bulk actions of the inventory, each loaded on demand. */
export const CertificateSelection = (selected: Selected<InventoryRow>) => (
  <>
    <BulkAction selected={selected} label="Renew" Dialog={RenewSeveral} endpoint={createRequest} />
    <BulkAction selected={selected} max={maxRead} label="Deploy" Dialog={DeploySeveral} endpoint={deployCertificate} />
    <BulkAction selected={selected} label="Export files" Dialog={ExportSeveral} />
    <BulkAction selected={selected} label="Revoke" Dialog={RevokeSeveral} endpoint={revokeCertificate} />
    <BulkAction
      selected={selected}
      max={maxRead}
      label="Delete unused"
      Dialog={DeleteSeveral}
      endpoint={deleteCertificate}
    />
  </>
)

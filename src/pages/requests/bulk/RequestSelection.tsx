import { BulkAction } from '#components/bulk/BulkHost.tsx'
import { deleteRequest, signRequest } from '#contract/keys/requests.ts'
import type { ListedRequest } from '#contract/keys/rules/request-list.ts'
import { later } from '#ui/layout/later.ts'
import type { Selected } from '#ui/table/DataTable.tsx'

const SignSeveral = later(async () => (await import('./SignSeveral.tsx')).SignSeveral)
const ExportSeveral = later(async () => (await import('./ExportSeveral.tsx')).ExportSeveral)
const DeleteSeveral = later(async () => (await import('./DeleteSeveral.tsx')).DeleteSeveral)

/** Actions on the selected requests. */
export const RequestSelection = (selected: Selected<ListedRequest>) => (
  <>
    <BulkAction selected={selected} label="Sign" Dialog={SignSeveral} endpoint={signRequest} />
    <BulkAction selected={selected} label="Export files" Dialog={ExportSeveral} />
    <BulkAction selected={selected} label="Delete" Dialog={DeleteSeveral} endpoint={deleteRequest} />
  </>
)

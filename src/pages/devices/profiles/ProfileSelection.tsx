import { BulkAction } from '#components/bulk/BulkHost.tsx'
import { deleteProfile, type Profile } from '#contract/mdm/profiles.ts'
import { later } from '#ui/layout/later.ts'
import type { Selected } from '#ui/table/DataTable.tsx'

const DeleteSeveral = later(async () => (await import('./DeleteSeveral.tsx')).DeleteSeveral)

/** Actions on the selected profiles. */
export const ProfileSelection = (selected: Selected<Profile>) => (
  <BulkAction selected={selected} label="Delete profiles" Dialog={DeleteSeveral} endpoint={deleteProfile} />
)

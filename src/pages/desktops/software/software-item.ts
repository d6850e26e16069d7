import type { Software } from '#contract/desktop/inventory-fields.ts'
import { listSoftware } from '#contract/desktop/software.ts'
import { computersWith } from '#pages/desktops/holders/computers-with.ts'
import { inventoryItem } from '#pages/desktops/holders/inventory-item.ts'

/** Computers with this software. */
export const holdersOf = (swid: string) =>
  computersWith('computers-with-software', { endpoint: listSoftware, parameter: 'swid' }, swid)

/** A software item by id, for which there is no operation: searches the loaded lists, then page by page. */
export const softwareItemQuery = (id: string) =>
  inventoryItem<Software>(listSoftware, id, ({ software_id }) => software_id === id)

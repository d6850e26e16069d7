import type { Software } from '#contract/desktop/inventory-fields.ts'
import { listSoftware } from '#contract/desktop/software.ts'
import { computersWith } from '#pages/desktops/holders/computers-with.ts'
import { inventoryItem } from '#pages/desktops/holders/inventory-item.ts'

/** The computers that have this software. */
export const holdersOf = (swid: string) =>
  computersWith('computers-with-software', { endpoint: listSoftware, parameter: 'swid' }, swid)

/** No row answers one software by its id: it is looked for in the lists seen so far, then page by page. */
export const softwareItemQuery = (id: string) =>
  inventoryItem<Software>(listSoftware, id, ({ software_id }) => software_id === id)

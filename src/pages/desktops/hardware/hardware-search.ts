import { listAddress, textUpTo } from '#components/lists/list-address.ts'
import { callList } from '#components/desktops/checked-list.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import type { Hardware } from '#contract/desktop/inventory-fields.ts'
import { hardwareColumns, hardwareSorts, listHardware } from '#contract/desktop/inventory.ts'
import { given } from '#pages/desktops/computer-facts.ts'
import { computersWith } from '#pages/desktops/holders/computers-with.ts'
import { inventoryItem } from '#pages/desktops/holders/inventory-item.ts'
import { exportLimit, listFields, listInput, partOf } from '#pages/desktops/server-list.ts'

export const hardwareLabels: Record<(typeof hardwareColumns)[number], string> = {
  hardware_name: 'Name',
  hw_type_description: 'Type',
  manufacturer_name: 'Manufacturer',
}

const hardwareSearch = listAddress(
  { ...listFields(hardwareColumns, hardwareSorts), type: textUpTo(200) },
  {
    search: ({ search, in: column }) => `“${search.trim()}” in ${hardwareLabels[column]}`,
    type: ({ type }) => `type “${type}”`,
  },
)

export const hardwareList: ServerList<typeof listHardware, (typeof hardwareSearch)['defaults']> = {
  name: 'hardware',
  endpoint: listHardware,
  address: hardwareSearch,
  input: (search) => ({ ...listInput(search), hardwaretypefilter: search.type || undefined }),
  part: partOf,
  ask: callList,
  exportLimit,
}

export const nameOfHardware = ({ hardware_name: name }: Hardware) => given(name) || 'Unnamed hardware'

/** Computers with this hardware. */
export const holdersOf = (hwid: string) =>
  computersWith('computers-with-hardware', { endpoint: listHardware, parameter: 'hwid' }, hwid)
export const hardwareItemQuery = (id: string) =>
  inventoryItem<Hardware>(listHardware, id, ({ hardware_id }) => hardware_id === id)

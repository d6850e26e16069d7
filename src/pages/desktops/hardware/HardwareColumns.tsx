import { columnsOf } from '#components/lists/Columns.tsx'
import type { Hardware } from '#contract/desktop/inventory-fields.ts'
import { given } from '#pages/desktops/computer-facts.ts'
import { hardwareLabels as labels, nameOfHardware } from './hardware-search.ts'

const main = columnsOf<Hardware, unknown>({ sortable: true, priority: 1 }, given)
const more = columnsOf<Hardware, unknown>({ hidden: true }, given)

export const hardwareTable = [
  main.text('hardware_name', labels.hardware_name, nameOfHardware, { width: '34%' }),
  main.text('hw_type_description', labels.hw_type_description, (row) => row.hw_type_description, { width: '22%' }),
  main.text('manufacturer_name', labels.manufacturer_name, (row) => row.manufacturer_name, { priority: 2 }),
  main.number('managed_installations', 'Computers', (row) => row.managed_installations, { width: 120 }),
  more.number('network_installations', 'Network installations', (row) => row.network_installations, { width: 170 }),
  more.code('hardware_id', 'Hardware ID', (row) => row.hardware_id, { width: 160 }),
]

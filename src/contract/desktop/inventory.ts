import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { aLong, aListOf, aText, anInteger, recordOf } from '#contract/field.ts'
import { inventoryComputerFields, scanComputerFields } from './computer-fields.ts'
import { envelope } from './envelope.ts'
import { computerDetailFields, hardwareFields, inventorySummaryFields } from './inventory-fields.ts'
import { list, listAssumes, listInput } from './list.ts'
import { accepted, acceptedAssumes, computerFiltersAssume, computerOrder, someComputers } from './som.ts'

const [columns, sorts, filters] = computerOrder
const anyId = z.string().regex(/^\d{1,19}$/, 'must be an id')

export const getInventorySummary = endpoint({
  id: 'desktop.getInventorySummary',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Inventory in numbers: compliance, warranty, scans, platforms, software',
  method: 'GET',
  path: '/api/{version}/inventory/allsummary',
  encoding: 'query',
  input: z.strictObject({}),
  output: envelope('allsummary', recordOf(inventorySummaryFields)),
  permission: 'Inventory_Read',
  reads: ['desktop.computer', 'desktop.inventory'],
  assumes: ['The five parts are those of real servers, what is in them is ours; counts travel as text'],
})

export const listScanComputers = endpoint({
  id: 'desktop.listScanComputers',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Computers with their last scan, a page at a time',
  method: 'GET',
  path: '/api/{version}/inventory/scancomputers',
  encoding: 'query',
  input: listInput(columns, sorts, filters),
  output: list('scancomputers', recordOf(scanComputerFields)),
  pageIndex: 'page',
  permission: 'Inventory_Read',
  reads: ['desktop.computer', 'desktop.inventory'],
  assumes: [...listAssumes, ...computerFiltersAssume],
})

export const listInventoryComputers = endpoint({
  id: 'desktop.listInventoryComputers',
  source: 'desktop-management, What the service does (inventory, computers)',
  summary: 'Computers that have a certain hardware or software',
  method: 'GET',
  path: '/api/{version}/inventory/computers',
  encoding: 'query',
  input: listInput(columns, sorts, {
    ...filters,
    hwid: anyId.optional(),
    swid: anyId.optional(),
    prohibitedswid: anyId.optional(),
  }),
  output: list('computers', recordOf(inventoryComputerFields)),
  pageIndex: 'page',
  permission: 'Inventory_Read',
  reads: ['desktop.computer', 'desktop.inventory'],
  assumes: [
    ...listAssumes,
    ...computerFiltersAssume,
    'One of hwid, swid and prohibitedswid must be given: this is no list of all computers',
  ],
})

export const getComputerDetail = endpoint({
  id: 'desktop.getComputerDetail',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'What is known of a computer: hardware, disks, system, software',
  method: 'GET',
  path: '/api/{version}/inventory/compdetailssummary',
  encoding: 'query',
  input: z.strictObject({ resid: anyId }),
  output: envelope('compdetailssummary', recordOf(computerDetailFields)),
  permission: 'Inventory_Read',
  reads: ['desktop.computer', 'desktop.inventory'],
  assumes: ['A computer that was never scanned answers only what its agent or the directory tells'],
})

export const listHardware = endpoint({
  id: 'desktop.listHardware',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Hardware by model, with how many computers have it',
  method: 'GET',
  path: '/api/{version}/inventory/hardware',
  encoding: 'query',
  input: listInput(
    ['hardware_name', 'hw_type_description', 'manufacturer_name'],
    ['hardware_name', 'hw_type_description', 'manufacturer_name', 'managed_installations'],
    { hardwaretypefilter: z.string().min(1).max(200).optional() },
  ),
  output: list('hardware', recordOf(hardwareFields)),
  pageIndex: 'page',
  permission: 'Inventory_Read',
  reads: ['desktop.inventory'],
  assumes: [...listAssumes, 'hardwaretypefilter takes a whole hw_type_description'],
})

const named = { id: aLong(), name: aText() }
const filterParameterFields = {
  domains: aListOf(named),
  branch_offices: aListOf(named),
  manufacturers: aListOf(named),
  hardware_types: aListOf(named),
  software_categories: aListOf(named),
  platforms: aListOf({ ...named, os_platform: anInteger() }),
}

export const getFilterParameters = endpoint({
  id: 'desktop.getFilterParameters',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'What the lists of inventory can be filtered by',
  method: 'GET',
  path: '/api/{version}/inventory/filterparams',
  encoding: 'query',
  input: z.strictObject({}),
  output: envelope('filterparams', recordOf(filterParameterFields)),
  permission: 'Inventory_Read',
  reads: ['desktop.inventory'],
  assumes: ['The answer is a list of names for each filter'],
})

export const scanComputers = endpoint({
  id: 'desktop.scanComputers',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Scan computers for hardware and software',
  target: ['resourceids'],
  method: 'POST',
  path: '/api/{version}/inventory/computers/scan',
  encoding: 'json',
  input: someComputers,
  output: envelope('scan', accepted),
  permission: 'Inventory_Write',
  changes: ['desktop.computer', 'desktop.inventory'],
  assumes: [...acceptedAssumes, 'A computer without an agent refuses the call and is named'],
})

export const scanAllComputers = endpoint({
  id: 'desktop.scanAllComputers',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Scan every computer that has an agent',
  method: 'POST',
  path: '/api/{version}/inventory/computers/scanall',
  encoding: 'json',
  body: 'optional',
  input: z.strictObject({}),
  output: envelope('scanall', accepted),
  permission: 'Inventory_Write',
  changes: ['desktop.computer', 'desktop.inventory'],
  danger: true,
  assumes: ['The body is an empty object or nothing; of many computers some hundred are scanned at a time'],
})

export const inventoryRows = {
  getInventorySummary,
  listScanComputers,
  listInventoryComputers,
  getComputerDetail,
  listHardware,
  getFilterParameters,
  scanComputers,
  scanAllComputers,
}

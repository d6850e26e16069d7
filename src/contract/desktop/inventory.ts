import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aLong, aListOf, aText, anInteger, recordOf } from '#contract/field.ts'
import { agentJob } from './agent-outcome.ts'
import { inventoryComputerFields, scanComputerFields } from './computer-fields.ts'
import { envelope } from './envelope.ts'
import { computerDetailFields, hardwareFields, inventorySummaryFields } from './inventory-fields.ts'
import { list, listAssumes, listInput } from './list.ts'
import { accepted, acceptedAssumes, computerFiltersAssume, computerOrder, someComputers } from './som.ts'

const [columns, sorts, filters] = computerOrder
const anyId = z.string().check(z.regex(/^\d{1,19}$/, 'must be an id'))

export const getInventorySummary = endpoint({
  id: 'desktop.getInventorySummary',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Inventory summary: compliance, warranty, scans, platforms, software',
  method: 'GET',
  path: '/api/{version}/inventory/allsummary',
  encoding: 'query',
  input: z.strictObject({}),
  output: envelope('allsummary', recordOf(inventorySummaryFields)),
  permission: 'Inventory_Read',
  reads: ['desktop.computer', 'desktop.inventory'],
  assumes: ['The five sections match real servers, their contents are extensions; counts are sent as text'],
})

export const listScanComputers = endpoint({
  id: 'desktop.listScanComputers',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Computers with their last scan, paged',
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
  source: 'desktop-management, What the service does (inventory, computers); parameters: as on real servers',
  summary: 'Computers with specific hardware or software',
  method: 'GET',
  path: '/api/{version}/inventory/computers',
  encoding: 'query',
  input: listInput(columns, sorts, {
    ...filters,
    hwid: z.optional(anyId),
    swid: z.optional(anyId),
    prohibitedswid: z.optional(anyId),
  }),
  output: list('computers', recordOf(inventoryComputerFields)),
  pageIndex: 'page',
  permission: 'Inventory_Read',
  reads: ['desktop.computer', 'desktop.inventory'],
  assumes: [...listAssumes, ...computerFiltersAssume, 'One of hwid, swid and prohibitedswid is required'],
})

export const getComputerDetail = endpoint({
  id: 'desktop.getComputerDetail',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Computer details: hardware, disks, system, software',
  method: 'GET',
  path: '/api/{version}/inventory/compdetailssummary',
  encoding: 'query',
  input: z.strictObject({ resid: anyId }),
  output: envelope('compdetailssummary', recordOf(computerDetailFields)),
  permission: 'Inventory_Read',
  reads: ['desktop.computer', 'desktop.inventory'],
  assumes: ['Computers that were never scanned return only agent and directory data'],
})

export const hardwareColumns = ['hardware_name', 'hw_type_description', 'manufacturer_name'] as const
export const hardwareSorts = [...hardwareColumns, 'managed_installations'] as const

export const listHardware = endpoint({
  id: 'desktop.listHardware',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Hardware by model, with computer counts',
  method: 'GET',
  path: '/api/{version}/inventory/hardware',
  encoding: 'query',
  input: listInput(hardwareColumns, hardwareSorts, {
    hardwaretypefilter: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  output: list('hardware', recordOf(hardwareFields)),
  pageIndex: 'page',
  permission: 'Inventory_Read',
  reads: ['desktop.inventory'],
  assumes: [...listAssumes, 'hardwaretypefilter matches the full hw_type_description'],
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
  summary: 'Filter options of the inventory lists',
  method: 'GET',
  path: '/api/{version}/inventory/filterparams',
  encoding: 'query',
  input: z.strictObject({}),
  output: envelope('filterparams', recordOf(filterParameterFields)),
  permission: 'Inventory_Read',
  reads: ['desktop.inventory'],
  assumes: ['Returns a list of names for each filter'],
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
  job: agentJob('scan', listScanComputers),
  assumes: [...acceptedAssumes, 'The call is rejected if a computer has no agent, and names it'],
})

export const scanAllComputers = endpoint({
  id: 'desktop.scanAllComputers',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Scan all computers with an agent',
  method: 'POST',
  path: '/api/{version}/inventory/computers/scanall',
  encoding: 'json',
  body: 'optional',
  input: z.strictObject({}),
  output: envelope('scanall', accepted),
  permission: 'Inventory_Write',
  changes: ['desktop.computer', 'desktop.inventory'],
  danger: true,
  assumes: ['The body is empty or an empty object; large fleets are scanned in batches of some hundred'],
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

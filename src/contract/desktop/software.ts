import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { recordOf } from '#contract/field.ts'
import { commaList } from '#contract/wire.ts'
import { installedSoftwareFields, licenseFields, licenseSoftwareFields, softwareFields } from './inventory-fields.ts'
import { list, listAssumes, listInput } from './list.ts'

const someNumbers = z.optional(commaList(z.string().check(z.regex(/^-?\d{1,9}$/, 'must be numbers, joined by commas'))))
const softwareFilters = {
  compliancestatusfilter: someNumbers,
  licensetypefilter: someNumbers,
  accesstypefilter: someNumbers,
  manufacturerfilter: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
}
export const softwareColumns = ['software_name', 'software_version', 'manufacturer_name', 'sw_category_name'] as const
export const softwareSorts = [
  ...softwareColumns,
  'managed_installations',
  'remaining_copies',
  'compliant_status',
  'sw_type',
] as const
const filtersAssume =
  'licensetypefilter takes sw_type, accesstypefilter is_usage_prohibited, compliancestatusfilter compliant_status: numbers joined by commas; manufacturerfilter takes a whole manufacturer_name'

export const listSoftware = endpoint({
  id: 'desktop.listSoftware',
  source: 'desktop-management, Search (inventory software, software_name)',
  summary: 'Software by product and version, with installation counts',
  method: 'GET',
  path: '/api/{version}/inventory/software',
  encoding: 'query',
  input: listInput(softwareColumns, softwareSorts, softwareFilters),
  output: list('software', recordOf(softwareFields)),
  pageIndex: 'page',
  permission: 'Inventory_Read',
  reads: ['desktop.inventory'],
  assumes: [...listAssumes, filtersAssume],
})

export const listInstalledSoftware = endpoint({
  id: 'desktop.listInstalledSoftware',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Software on a computer',
  method: 'GET',
  path: '/api/{version}/inventory/installedsoftware',
  encoding: 'query',
  input: listInput(softwareColumns, [...softwareColumns, 'installed_date', 'compliant_status', 'sw_type'], {
    ...softwareFilters,
    resid: z.string().check(z.regex(/^\d{1,19}$/, 'must be an id')),
  }),
  output: list('installedsoftware', recordOf(installedSoftwareFields)),
  pageIndex: 'page',
  permission: 'Inventory_Read',
  reads: ['desktop.computer', 'desktop.inventory'],
  assumes: [...listAssumes, filtersAssume, 'Empty for computers that were never scanned'],
})

export const licensedColumns = ['software_name', 'software_version', 'manufacturer_name'] as const
export const licenseSorts = [
  ...licensedColumns,
  'compliant_status',
  'purchased_count',
  'installed_count',
  'expiry_date',
] as const
export const boughtColumns = [...licensedColumns, 'vendor'] as const
export const boughtSorts = [...licenseSorts, 'purchased_date'] as const
const licenseFilters = { compliancestatusfilter: someNumbers }
const complianceAssumes =
  'Under licensed: more installations than licenses; in compliance: at most a tenth more licenses than installations; over licensed: more than that; expired: past expiry_date'

export const listLicensedSoftware = endpoint({
  id: 'desktop.listLicensedSoftware',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Licensed software: purchased, installed and remaining copies',
  method: 'GET',
  path: '/api/{version}/inventory/licensesoftware',
  encoding: 'query',
  input: listInput(licensedColumns, licenseSorts, licenseFilters),
  output: list('licensesoftware', recordOf(licenseSoftwareFields)),
  pageIndex: 'page',
  permission: 'Inventory_Read',
  reads: ['desktop.inventory'],
  assumes: [...listAssumes, complianceAssumes],
})

export const listLicenses = endpoint({
  id: 'desktop.listLicenses',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Licenses by purchase',
  method: 'GET',
  path: '/api/{version}/inventory/licenses',
  encoding: 'query',
  input: listInput(boughtColumns, boughtSorts, licenseFilters),
  output: list('licenses', recordOf(licenseFields)),
  pageIndex: 'page',
  permission: 'Inventory_Read',
  reads: ['desktop.inventory'],
  assumes: [...listAssumes, complianceAssumes, 'License fields are extensions'],
})

export const prohibitedSorts = [...softwareColumns, 'managed_installations'] as const

export const listProhibitedSoftware = endpoint({
  id: 'desktop.listProhibitedSoftware',
  source: 'desktop-management, module inventory; operation: as on real servers',
  summary: 'Prohibited software, with installation counts',
  method: 'GET',
  path: '/api/{version}/inventory/prohibitedsw',
  encoding: 'query',
  input: listInput(softwareColumns, prohibitedSorts, {
    manufacturerfilter: softwareFilters.manufacturerfilter,
  }),
  output: list('prohibitedsw', recordOf(softwareFields)),
  pageIndex: 'page',
  permission: 'Inventory_Read',
  reads: ['desktop.inventory'],
  assumes: [...listAssumes, 'The rows of inventory/software whose is_usage_prohibited is 2'],
})

export const softwareRows = {
  listProhibitedSoftware,
  listSoftware,
  listInstalledSoftware,
  listLicensedSoftware,
  listLicenses,
}

import type * as z from 'zod'
import {
  boughtColumns,
  boughtSorts,
  licensedColumns,
  licenseSorts,
  listLicensedSoftware,
  listLicenses,
  listSoftware,
  softwareColumns,
  softwareSorts,
} from '#contract/desktop/software.ts'
import { compliantStatus, softwareType, usageProhibited } from '#contract/desktop/status.ts'
import { listInput, listSearch, numbersFilter, numbersOf, textFilter } from '#pages/desktops/list-search.ts'
import type { ServerList } from '#pages/desktops/use-server-list.ts'

export const softwareSearch = listSearch(softwareColumns, softwareSorts, {
  type: numbersFilter,
  usage: numbersFilter,
  compliance: numbersFilter,
  manufacturer: textFilter,
})
export type SoftwareSearch = z.output<typeof softwareSearch>

export const softwareList: ServerList<typeof listSoftware, SoftwareSearch> = {
  name: 'software',
  endpoint: listSoftware,
  codec: softwareSearch,
  toInput: (search) => ({
    ...listInput(search),
    licensetypefilter: numbersOf(search.type),
    accesstypefilter: numbersOf(search.usage),
    compliancestatusfilter: numbersOf(search.compliance),
    manufacturerfilter: search.manufacturer || undefined,
  }),
}

export const productSearch = listSearch(licensedColumns, licenseSorts, { compliance: numbersFilter, view: textFilter })
export type ProductSearch = z.output<typeof productSearch>

export const licensedProducts: ServerList<typeof listLicensedSoftware, ProductSearch> = {
  name: 'licensed-software',
  endpoint: listLicensedSoftware,
  codec: productSearch,
  toInput: (search) => ({ ...listInput(search), compliancestatusfilter: numbersOf(search.compliance) }),
}

export const purchaseSearch = listSearch(boughtColumns, boughtSorts, { compliance: numbersFilter, view: textFilter })
export type PurchaseSearch = z.output<typeof purchaseSearch>

export const purchases: ServerList<typeof listLicenses, PurchaseSearch> = {
  name: 'licenses',
  endpoint: listLicenses,
  codec: purchaseSearch,
  toInput: (search) => ({ ...listInput(search), compliancestatusfilter: numbersOf(search.compliance) }),
}

export const softwareLabels: Record<string, string> = {
  software_name: 'Name',
  software_version: 'Version',
  manufacturer_name: 'Manufacturer',
  sw_category_name: 'Category',
  vendor: 'Vendor',
}
export const softwareChoices: Record<string, Record<string, string>> = {
  type: softwareType,
  usage: usageProhibited,
  compliance: compliantStatus,
}

/** What a filter says, for an empty list. */
export function describeSoftwareFilter(search: { search: string; in: string }, name: string): string {
  if (name === 'search') return `“${search.search.trim()}” in ${softwareLabels[search.in]}`
  const value = String((search as Record<string, unknown>)[name])
  return `${name} “${softwareChoices[name]?.[value] ?? value}”`
}

import { listAddress, textUpTo } from '#components/lists/list-address.ts'
import { callList } from '#components/desktops/checked-list.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import {
  boughtColumns,
  boughtSorts,
  licensedColumns,
  licenseSorts,
  listLicensedSoftware,
  listLicenses,
  listProhibitedSoftware,
  listSoftware,
  prohibitedSorts,
  softwareColumns,
  softwareSorts,
} from '#contract/desktop/software.ts'
import { compliantStatus, softwareType, usageProhibited } from '#contract/desktop/status.ts'
import { exportLimit, listFields, listInput, numbersFilter, numbersOf, partOf } from '#pages/desktops/server-list.ts'

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

type Searched = { search: string; in: string }
const says = {
  search: ({ search, in: column }: Searched) => `“${search.trim()}” in ${softwareLabels[column]}`,
  compliance: ({ compliance }: { compliance: string }) => say('compliance', compliance),
}
const say = (name: string, value: string) => `${name} “${softwareChoices[name]?.[value] ?? value}”`

export const softwareSearch = listAddress(
  {
    ...listFields(softwareColumns, softwareSorts),
    type: numbersFilter,
    usage: numbersFilter,
    compliance: numbersFilter,
    manufacturer: textUpTo(200),
  },
  {
    ...says,
    type: ({ type }) => say('type', type),
    usage: ({ usage }) => say('usage', usage),
    manufacturer: ({ manufacturer }) => say('manufacturer', manufacturer),
  },
)
const shared = { part: partOf, ask: callList, exportLimit }

export const softwareList: ServerList<typeof listSoftware, (typeof softwareSearch)['defaults']> = {
  ...shared,
  name: 'software',
  endpoint: listSoftware,
  address: softwareSearch,
  input: (search) => ({
    ...listInput(search),
    licensetypefilter: numbersOf(search.type),
    accesstypefilter: numbersOf(search.usage),
    compliancestatusfilter: numbersOf(search.compliance),
    manufacturerfilter: search.manufacturer || undefined,
  }),
}

const prohibitedSearch = listAddress(
  { ...listFields(softwareColumns, prohibitedSorts), manufacturer: textUpTo(200) },
  { search: says.search, manufacturer: ({ manufacturer }) => say('manufacturer', manufacturer) },
)
export const prohibitedList: ServerList<typeof listProhibitedSoftware, (typeof prohibitedSearch)['defaults']> = {
  ...shared,
  name: 'prohibited-software',
  endpoint: listProhibitedSoftware,
  address: prohibitedSearch,
  input: (search) => ({ ...listInput(search), manufacturerfilter: search.manufacturer || undefined }),
}

type Licensed = Searched & { sort: string; compliance: string }
const input = (search: Licensed) => ({
  ...listInput(search),
  compliancestatusfilter: numbersOf(search.compliance),
})

const productSearch = listAddress({ ...listFields(licensedColumns, licenseSorts), compliance: numbersFilter }, says)
export const licensedProducts: ServerList<typeof listLicensedSoftware, (typeof productSearch)['defaults']> = {
  ...shared,
  name: 'licensed-software',
  endpoint: listLicensedSoftware,
  address: productSearch,
  input,
}

const purchaseSearch = listAddress({ ...listFields(boughtColumns, boughtSorts), compliance: numbersFilter }, says)
export const purchases: ServerList<typeof listLicenses, (typeof purchaseSearch)['defaults']> = {
  ...shared,
  name: 'licenses',
  endpoint: listLicenses,
  address: purchaseSearch,
  input,
}

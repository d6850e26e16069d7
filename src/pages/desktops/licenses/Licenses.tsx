import { type LoaderFunctionArgs } from 'react-router'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import type { License, LicenseSoftware } from '#contract/desktop/inventory-fields.ts'
import { boughtColumns, licensedColumns } from '#contract/desktop/software.ts'
import { licensedProducts, purchases } from '#pages/desktops/software/software-search.ts'
import { nameOfSoftware, productColumns, purchaseColumns } from '#pages/desktops/software/SoftwareColumns.tsx'
import { SoftwareFilters, statusFilter } from '#pages/desktops/software/SoftwareFilters.tsx'
import { paths } from '#paths.ts'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { useAddress } from '#ui/table/address.ts'

const views = [
  { value: '', label: 'By software' },
  { value: 'purchases', label: 'By purchase' },
] as const
const filters = [statusFilter('compliance')]
const viewIn = (address: URLSearchParams) => (address.get('view') === 'purchases' ? 'purchases' : '')

export const loader = ({ request }: LoaderFunctionArgs) => {
  const address = new URL(request.url).searchParams
  return viewIn(address) === 'purchases' ? prefetchRows(purchases, request) : prefetchRows(licensedProducts, request)
}

/** Purchased and installed licenses, and compliance. */
export function Component() {
  const [address, change] = useAddress()
  const view = viewIn(address)
  // Resets columns and sort order, which differ between the views.
  const go = (next: string) => change(() => new URLSearchParams(next === '' ? {} : { view: next }), {})
  return (
    <Stack gap="md">
      <FilterTabs label="Licenses" value={view} options={views} onChange={go} />
      {view === 'purchases' ? <Purchases /> : <Products />}
      <Text size="xs" c="dimmed">
        Compliance terms are from vendor documentation and may differ on your server.
      </Text>
    </Stack>
  )
}

function Products() {
  const list = useServerList(licensedProducts)
  return (
    <ListTable
      filterBar={<SoftwareFilters of={list} columns={licensedColumns} filters={filters} />}
      {...list.table}
      grid
      caption="Licensed software"
      columns={productColumns}
      rowId={(row) => row.software_id ?? rowNameOf(row)}
      rowHref={(row) => paths.softwareItem(row.software_id ?? '')}
      nothing={{ many: 'licensed software', hint: 'Licensed software appears here after a scan finds it.' }}
    />
  )
}

function Purchases() {
  const list = useServerList(purchases)
  return (
    <ListTable
      filterBar={<SoftwareFilters of={list} columns={boughtColumns} filters={filters} />}
      {...list.table}
      grid
      caption="Licenses"
      columns={purchaseColumns}
      rowId={(row: License) => row.license_id ?? rowNameOf(row)}
      nothing={{ one: 'license', many: 'licenses', hint: 'Licenses appear here after they are entered on the server.' }}
    />
  )
}

const rowNameOf = (row: LicenseSoftware) => `${nameOfSoftware(row)} ${row.software_version}`

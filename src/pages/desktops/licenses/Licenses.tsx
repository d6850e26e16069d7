import { type LoaderFunctionArgs } from 'react-router'
import { prefetch } from '#api/query.ts'
import type { License, LicenseSoftware } from '#contract/desktop/inventory-fields.ts'
import { boughtColumns, licensedColumns } from '#contract/desktop/software.ts'
import { NoRows } from '#pages/desktops/NoRows.tsx'
import { ServerTable } from '#pages/desktops/ServerTable.tsx'
import { describeSoftwareFilter, licensedProducts, purchases } from '#pages/desktops/software/software-search.ts'
import { nameOfSoftware, productColumns, purchaseColumns } from '#pages/desktops/software/SoftwareColumns.tsx'
import { SoftwareFilters } from '#pages/desktops/software/SoftwareFilters.tsx'
import { rowsMatching, useServerList } from '#pages/desktops/use-server-list.ts'
import { paths } from '#paths.ts'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { useAddress } from '#ui/table/address.ts'

const views = [
  { value: '', label: 'By software' },
  { value: 'purchases', label: 'By purchase' },
] as const
const viewIn = (address: URLSearchParams) => (address.get('view') === 'purchases' ? 'purchases' : '')

export const loader = ({ request }: LoaderFunctionArgs) => {
  const address = new URL(request.url).searchParams
  return viewIn(address) === 'purchases'
    ? prefetch(rowsMatching(purchases, address))
    : prefetch(rowsMatching(licensedProducts, address))
}

/** What was bought, what is installed, and whether the one covers the other. */
export function Component() {
  const [address, change] = useAddress()
  const view = viewIn(address)
  // Columns and order of one view mean nothing in the other.
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
  const { search, show, total } = list
  return (
    <>
      <SoftwareFilters search={search} onChange={show} columns={licensedColumns} choices={['compliance']} />
      <ServerTable
        list={list}
        caption="Licensed software"
        columns={productColumns}
        rowId={(row) => row.software_id ?? rowNameOf(row)}
        rowHref={(row) => paths.softwareItem(row.software_id ?? '')}
        empty={
          <NoRows
            {...{ search, total }}
            onChange={show}
            one="software"
            many="licensed software"
            none="There is no licensed software"
            hint="Licensed software appears here after a scan finds it."
            describe={(name) => describeSoftwareFilter(search, name)}
          />
        }
      />
    </>
  )
}

function Purchases() {
  const list = useServerList(purchases)
  const { search, show, total } = list
  return (
    <>
      <SoftwareFilters search={search} onChange={show} columns={boughtColumns} choices={['compliance']} />
      <ServerTable
        list={list}
        caption="Licenses"
        columns={purchaseColumns}
        rowId={(row: License) => row.license_id ?? rowNameOf(row)}
        empty={
          <NoRows
            {...{ search, total }}
            onChange={show}
            one="license"
            many="licenses"
            hint="Licenses appear here after they are entered on the server."
            describe={(name) => describeSoftwareFilter(search, name)}
          />
        }
      />
    </>
  )
}

const rowNameOf = (row: LicenseSoftware) => `${nameOfSoftware(row)} ${row.software_version}`

import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { prefetch, query } from '#api/query.ts'
import type { Software } from '#contract/desktop/inventory-fields.ts'
import { getFilterParameters } from '#contract/desktop/inventory.ts'
import { softwareColumns as searchedColumns } from '#contract/desktop/software.ts'
import { given } from '#pages/desktops/computer-facts.ts'
import { NoRows } from '#pages/desktops/NoRows.tsx'
import { ServerTable } from '#pages/desktops/ServerTable.tsx'
import { rowsMatching, useServerList } from '#pages/desktops/use-server-list.ts'
import { paths } from '#paths.ts'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { describeSoftwareFilter, softwareList } from './software-search.ts'
import { nameOfSoftware, softwareColumns } from './SoftwareColumns.tsx'
import { SoftwareFilters } from './SoftwareFilters.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(rowsMatching(softwareList, new URL(request.url).searchParams))

/** Every product and version that a scan found; a row leads to the computers with this software. */
export function Component() {
  const list = useServerList(softwareList)
  const { search, show, total } = list
  const { data } = useQuery(query(getFilterParameters, {}))
  const makers = (data?.manufacturers ?? []).flatMap(({ name }) => given(name) || [])
  const offered =
    makers.includes(search.manufacturer) || search.manufacturer === '' ? makers : [...makers, search.manufacturer]
  return (
    <Stack gap="md">
      <SoftwareFilters
        search={search}
        onChange={show}
        columns={searchedColumns}
        choices={['usage', 'type', 'compliance']}
      >
        <FilterSelect
          label="Manufacturer"
          value={search.manufacturer}
          options={[{ value: '', label: 'Any manufacturer' }, ...offered.map((name) => ({ value: name, label: name }))]}
          onChange={(manufacturer) => show({ manufacturer })}
        />
      </SoftwareFilters>
      <ServerTable
        list={list}
        caption="Software"
        columns={softwareColumns}
        rowId={rowIdOf}
        rowHref={hrefOf}
        empty={
          <NoRows
            search={search}
            total={total}
            onChange={show}
            one="software"
            many="software"
            none="There is no software"
            hint="Software appears here after computers are scanned."
            describe={(name) => describeSoftwareFilter(search, name)}
          />
        }
      />
    </Stack>
  )
}

const rowIdOf = (row: Software) => row.software_id ?? `${nameOfSoftware(row)} ${row.software_version}`
const hrefOf = ({ software_id: id }: Software) => paths.softwareItem(id ?? '')

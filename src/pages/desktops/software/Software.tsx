import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '#api/query.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { getFilterParameters } from '#contract/desktop/inventory.ts'
import { softwareColumns as searchedColumns } from '#contract/desktop/software.ts'
import { named } from '#pages/desktops/computers/ComputerFilters.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { hrefOfSoftware, idOfSoftware } from './software-row.ts'
import { softwareList } from './software-search.ts'
import { softwareColumns } from './SoftwareColumns.tsx'
import { SoftwareFilters, statusFilter } from './SoftwareFilters.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(softwareList, request)

const filters = [statusFilter('usage'), statusFilter('type'), statusFilter('compliance')]

/** All software versions found by scans; each row links to its computers. */
export function Component() {
  const list = useServerList(softwareList)
  const { data } = useQuery(query(getFilterParameters, {}))
  const makers = named('Any manufacturer', data?.manufacturers)
  return (
    <Stack gap="md">
      <ListTable
        filterBar={
          <SoftwareFilters
            of={list}
            columns={searchedColumns}
            filters={[...filters, { name: 'manufacturer', label: 'Manufacturer', options: makers }]}
          />
        }
        {...list.table}
        caption="Software"
        columns={softwareColumns}
        rowId={idOfSoftware}
        rowHref={hrefOfSoftware}
        grid
        nothing={{ many: 'software', hint: 'Software appears here after computers are scanned.' }}
      />
    </Stack>
  )
}

import type { LoaderFunctionArgs } from 'react-router'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { softwareColumns as searchedColumns } from '#contract/desktop/software.ts'
import { Stack } from '#ui/layout/layout.ts'
import { hrefOfSoftware, idOfSoftware } from './software-row.ts'
import { softwareList } from './software-search.ts'
import { softwareColumns } from './SoftwareColumns.tsx'
import { makerFilter, SoftwareFilters, statusFilter } from './SoftwareFilters.tsx'
import { UnloadedFilters } from '#pages/desktops/UnloadedFilters.tsx'
import { useListedFilters } from '#pages/desktops/use-listed-filters.ts'

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(softwareList, request)

const filters = [statusFilter('usage'), statusFilter('type'), statusFilter('compliance')]

/** All software versions found by scans; each row links to its computers. */
export function Component() {
  const list = useServerList(softwareList)
  const { filters: makers, unloaded } = useListedFilters(list.state, [makerFilter])
  return (
    <Stack gap="md">
      <ListTable
        filterBar={
          <SoftwareFilters of={list} columns={searchedColumns} filters={[...filters, ...makers]}>
            {unloaded && <UnloadedFilters {...unloaded} />}
          </SoftwareFilters>
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

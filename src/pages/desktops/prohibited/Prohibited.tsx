import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '#api/query.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { getFilterParameters } from '#contract/desktop/inventory.ts'
import { softwareColumns as searchedColumns } from '#contract/desktop/software.ts'
import { named } from '#pages/desktops/computers/ComputerFilters.tsx'
import { prohibitedList } from '#pages/desktops/software/software-search.ts'
import { hrefOfSoftware, idOfSoftware } from '#pages/desktops/software/software-row.ts'
import { prohibitedColumns } from '#pages/desktops/software/SoftwareColumns.tsx'
import { SoftwareFilters } from '#pages/desktops/software/SoftwareFilters.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(prohibitedList, request)

/** Prohibited software found by scans. */
export function Component() {
  const list = useServerList(prohibitedList)
  const { data } = useQuery(query(getFilterParameters, {}))
  const makers = named('Any manufacturer', data?.manufacturers)
  return (
    <ListTable
      filterBar={
        <SoftwareFilters
          of={list}
          columns={searchedColumns}
          filters={[{ name: 'manufacturer', label: 'Manufacturer', options: makers }]}
        />
      }
      {...list.table}
      caption="Prohibited software"
      columns={prohibitedColumns}
      rowId={idOfSoftware}
      rowHref={hrefOfSoftware}
      grid
      nothing={{
        many: 'prohibited software',
        none: 'No prohibited software found',
        hint: 'Software is set as prohibited on the server, and listed here when a scan finds it.',
      }}
    />
  )
}

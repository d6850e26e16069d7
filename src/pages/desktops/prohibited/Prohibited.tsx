import type { LoaderFunctionArgs } from 'react-router'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { softwareColumns as searchedColumns } from '#contract/desktop/software.ts'
import { prohibitedList } from '#pages/desktops/software/software-search.ts'
import { hrefOfSoftware, idOfSoftware } from '#pages/desktops/software/software-row.ts'
import { prohibitedColumns } from '#pages/desktops/software/SoftwareColumns.tsx'
import { makerFilter, SoftwareFilters } from '#pages/desktops/software/SoftwareFilters.tsx'
import { UnloadedFilters } from '#pages/desktops/UnloadedFilters.tsx'
import { useListedFilters } from '#pages/desktops/use-listed-filters.ts'

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(prohibitedList, request)

/** Prohibited software found by scans. */
export function Component() {
  const list = useServerList(prohibitedList)
  const { filters: makers, unloaded } = useListedFilters(list.state, [makerFilter])
  return (
    <ListTable
      filterBar={
        <SoftwareFilters of={list} columns={searchedColumns} filters={makers}>
          {unloaded && <UnloadedFilters {...unloaded} />}
        </SoftwareFilters>
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

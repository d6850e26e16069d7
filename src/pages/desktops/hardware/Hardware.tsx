import type { LoaderFunctionArgs } from 'react-router'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import type { Hardware } from '#contract/desktop/inventory-fields.ts'
import { hardwareColumns } from '#contract/desktop/inventory.ts'
import { UnloadedFilters } from '#pages/desktops/UnloadedFilters.tsx'
import { type ListedFilter, useListedFilters } from '#pages/desktops/use-listed-filters.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { hardwareLabels, hardwareList, nameOfHardware } from './hardware-search.ts'
import { hardwareTable } from './HardwareColumns.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(hardwareList, request)

const typeFilter = {
  name: 'type',
  label: 'Type',
  all: 'Any type',
  entriesIn: ({ hardware_types }) => hardware_types,
} as const satisfies ListedFilter<{ type: string }>

/** All hardware models found by scans; each row links to its computers. */
export function Component() {
  const list = useServerList(hardwareList)
  const { filters, unloaded } = useListedFilters(list.state, [typeFilter])
  return (
    <Stack gap="md">
      <ListTable
        filterBar={
          <FilterBar
            of={list}
            placeholder={`${hardwareLabels[list.state.in]} contains …`}
            searchIn={hardwareColumns.map((value) => ({ value, label: `in ${hardwareLabels[value]}` }))}
            filters={filters}
          >
            {unloaded && <UnloadedFilters {...unloaded} />}
          </FilterBar>
        }
        {...list.table}
        caption="Hardware"
        columns={hardwareTable}
        rowId={rowIdOf}
        rowHref={hrefOf}
        grid
        nothing={{ many: 'hardware', hint: 'Hardware appears here after computers are scanned.' }}
      />
    </Stack>
  )
}

const rowIdOf = (row: Hardware) => row.hardware_id ?? `${nameOfHardware(row)} ${row.hw_type_description}`
const hrefOf = ({ hardware_id: id }: Hardware) => paths.hardwareItem(id ?? '')

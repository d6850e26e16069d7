import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import type { InventoryComputer } from '#contract/desktop/computer-fields.ts'
import { meaningOf } from '#contract/desktop/status.ts'
import { given, idOf, nameOf } from '#pages/desktops/computer-facts.ts'
import { ComputerFilters } from '#pages/desktops/computers/ComputerFilters.tsx'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { holderColumns } from './HolderColumns.tsx'
import { holdersOf, softwareItemQuery } from './software-item.ts'
import { leftInWords, nameOfSoftware } from './SoftwareColumns.tsx'

const idIn = (params: { software_id?: string }) => params.software_id ?? ''

export const loader = ({ request, params }: LoaderFunctionArgs) => prefetchRows(holdersOf(idIn(params)), request)

/** Who has it: the computers that a scan found a software on. */
export function Component() {
  const id = idIn(useParams())
  const list = useServerList(holdersOf(id))
  const { data: item } = useQuery(softwareItemQuery(id))
  const title = item ? `${nameOfSoftware(item)} ${given(item.software_version)}`.trim() : `Software ${id}`
  const meaning = (field: 'sw_type' | 'compliant_status' | 'is_usage_prohibited') =>
    item?.[field] === undefined ? '–' : meaningOf(field, item[field])
  return (
    <Page
      title={title}
      crumbs={[
        { label: 'Desktops', to: paths.desktops },
        { label: 'Software', to: paths.desktopSoftware },
      ]}
    >
      {item?.is_usage_prohibited === 2 && (
        <Notice tone="bad" title="This software is prohibited.">
          {given(item.comments)}
        </Notice>
      )}
      {item && (
        <Properties
          columns={3}
          items={[
            { label: 'Manufacturer', value: given(item.manufacturer_name) || '–' },
            { label: 'Category', value: given(item.sw_category_name) || '–' },
            { label: 'Type', value: meaning('sw_type') },
            { label: 'Usage', value: meaning('is_usage_prohibited') },
            { label: 'Compliance', value: meaning('compliant_status') },
            { label: 'Copies left', value: leftInWords(item.remaining_copies) || '–' },
          ]}
        />
      )}
      <Stack gap="md">
        <ComputerFilters of={list} />
        <ListTable
          {...list.table}
          caption="Computers with this software"
          columns={holderColumns}
          rowId={rowIdOf}
          rowHref={hrefOf}
          grid
          empty={
            <NothingListed
              of={list}
              total={list.total}
              one="computer"
              many="computers with this software"
              hint="Software is reported by scans. Computers that have never been scanned are not listed."
            />
          }
        />
      </Stack>
    </Page>
  )
}

const rowIdOf = (computer: InventoryComputer) => idOf(computer) || nameOf(computer)
const hrefOf = (computer: InventoryComputer) => paths.computerSoftware(idOf(computer))

import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { codedIn } from '#contract/desktop/status.ts'
import { given } from '#pages/desktops/computer-facts.ts'
import { isItemId, NoSuchItem } from '#pages/desktops/NoSuchItem.tsx'
import { HolderTable } from '#pages/desktops/holders/HolderTable.tsx'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { holdersOf, softwareItemQuery } from './software-item.ts'
import { leftText, nameOfSoftware } from './SoftwareColumns.tsx'

const idIn = (params: { software_id?: string }) => params.software_id ?? ''

const crumbs = [
  { label: 'Desktops', to: paths.desktops },
  { label: 'Software', to: paths.desktopSoftware },
]

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  isItemId(idIn(params)) ? prefetchRows(holdersOf(idIn(params)), request) : null

/** Computers with this software, as found by scans. */
export function Component() {
  const id = idIn(useParams())
  if (isItemId(id)) return <Holders id={id} />
  return <NoSuchItem what="software" id={id} crumbs={crumbs} all="All software" to={paths.desktopSoftware} />
}

function Holders({ id }: { id: string }) {
  const list = useServerList(holdersOf(id))
  const { data: item, isLoading } = useQuery(softwareItemQuery(id))
  const title = item ? `${nameOfSoftware(item)} ${given(item.software_version)}`.trim() : `Software ${id}`
  const meaning = (field: 'sw_type' | 'compliant_status' | 'is_usage_prohibited') =>
    item?.[field] === undefined ? '–' : <CodeValue of={codedIn(field, item[field])} />
  return (
    <Page title={title} crumbs={crumbs}>
      {item?.is_usage_prohibited === 2 && (
        <Notice tone="bad" title="This software is prohibited.">
          {given(item.comments)}
        </Notice>
      )}
      {isLoading && <Loading lines={2} />}
      {item && (
        <Properties
          columns={3}
          items={[
            { label: 'Manufacturer', value: given(item.manufacturer_name) || '–' },
            { label: 'Category', value: given(item.sw_category_name) || '–' },
            { label: 'Type', value: meaning('sw_type') },
            { label: 'Usage', value: meaning('is_usage_prohibited') },
            { label: 'Compliance', value: meaning('compliant_status') },
            { label: 'Copies left', value: leftText(item.remaining_copies) || '–' },
          ]}
        />
      )}
      <HolderTable list={list} what="software" rowHref={paths.computerSoftware} />
    </Page>
  )
}

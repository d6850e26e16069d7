import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { given } from '#pages/desktops/computer-facts.ts'
import { isItemId, NoSuchItem } from '#pages/desktops/NoSuchItem.tsx'
import { HolderTable } from '#pages/desktops/holders/HolderTable.tsx'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { hardwareItemQuery, hardwareLabels as labels, holdersOf, nameOfHardware } from './hardware-search.ts'

const idIn = (params: { hardware_id?: string }) => params.hardware_id ?? ''

const crumbs = [
  { label: 'Desktops', to: paths.desktops },
  { label: 'Hardware', to: paths.desktopHardware },
]

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  isItemId(idIn(params)) ? prefetchRows(holdersOf(idIn(params)), request) : null

/** Computers with this hardware, as found by scans. */
export function Component() {
  const id = idIn(useParams())
  if (isItemId(id)) return <Holders id={id} />
  return <NoSuchItem what="hardware" id={id} crumbs={crumbs} all="All hardware" to={paths.desktopHardware} />
}

function Holders({ id }: { id: string }) {
  const list = useServerList(holdersOf(id))
  const { data: item, isLoading } = useQuery(hardwareItemQuery(id))
  return (
    <Page title={item ? nameOfHardware(item) : `Hardware ${id}`} crumbs={crumbs}>
      {isLoading && <Loading lines={2} />}
      {item && (
        <Properties
          columns={3}
          items={[
            { label: labels.hw_type_description, value: given(item.hw_type_description) || '–' },
            { label: labels.manufacturer_name, value: given(item.manufacturer_name) || '–' },
            { label: 'Computers', value: item.managed_installations?.toLocaleString('en') ?? '–' },
          ]}
        />
      )}
      <HolderTable list={list} what="hardware" rowHref={paths.computer} />
    </Page>
  )
}

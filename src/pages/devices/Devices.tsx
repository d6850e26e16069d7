import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Navigate, useLocation, useNavigate } from 'react-router'
import * as z from 'zod'
import { queryClient } from '#api/client.ts'
import { prefetch, query } from '#api/query.ts'
import { type DeviceSort, listDevices } from '#contract/mdm/devices.ts'
import { paths } from '#paths.ts'
import { DataTable, type ServerPage } from '#ui/DataTable.tsx'
import { Text } from '#ui/layout.ts'
import { Page } from '#ui/Page.tsx'
import { ProblemPanel } from '#ui/ProblemPanel.tsx'
import { useAddress } from '#ui/address.ts'
import { problemOf } from './device-query.ts'
import { changed, type DeviceSearch, deviceSearch, sortColumn, toListInput } from './device-search.ts'
import { deviceColumns } from './DeviceColumns.tsx'
import { DeviceFilters } from './DeviceFilters.tsx'
import { NoDevices } from './NoDevices.tsx'

const devicesMatching = (search: DeviceSearch) => query(listDevices, toListInput(search))
const searchIn = (address: URLSearchParams) => z.decode(deviceSearch, address)

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(devicesMatching(searchIn(new URL(request.url).searchParams)))

export function Component() {
  const [address, changeAddress] = useAddress()
  const navigate = useNavigate()
  const { notice } = (useLocation().state ?? {}) as { notice?: string }
  const search = searchIn(address)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...devicesMatching(search),
    placeholderData: keepPreviousData,
  })

  const show = (change: Partial<DeviceSearch>, replace = false) =>
    changeAddress((now) => z.encode(deviceSearch, changed(searchIn(now), change)), {
      replace,
      preventScrollReset: replace,
    })

  if (error && problemOf(error).code === 'COM0003' && search.page > 1) {
    const first = z.encode(deviceSearch, changed(search, {}))
    const notice = `The server has no page ${search.page}. This is the first page.`
    return <Navigate replace to={{ search: first.toString() }} state={{ notice }} />
  }
  const rows = data?.rows ?? []
  return (
    <Page title="Devices">
      <DeviceFilters search={search} onChange={show} onEnter={(text) => void openTheOnly(search, text, navigate)} />
      {notice && <Text component="output">{notice}</Text>}
      {error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
      {(data || !error) && (
        <DataTable
          caption="Devices"
          rows={rows}
          columns={deviceColumns}
          rowId={(device) => device.device_id ?? `row ${rows.indexOf(device)}`}
          total={data?.total}
          server={paging(search, show)}
          loading={!data}
          stale={isPlaceholderData}
          rowHref={({ device_id }) => paths.device(device_id ?? '')}
          empty={<NoDevices search={search} total={data?.total} onChange={show} />}
        />
      )}
    </Page>
  )
}

const paging = (search: DeviceSearch, show: (change: Partial<DeviceSearch>) => void): ServerPage => ({
  offset: (search.page - 1) * search.size,
  limit: search.size,
  sort: sortColumn(search),
  onChange: ({ offset = 0, limit = search.size, sort }) =>
    show({
      page: Math.floor(offset / limit) + 1,
      size: limit,
      sort: sort ? `${sort.descending ? '-' : ''}${sort.id as DeviceSort}` : search.sort,
    }),
})

/** Enter opens the device when the text, as typed, leaves exactly one. What goes wrong, the list itself shows. */
async function openTheOnly(search: DeviceSearch, text: string, navigate: ReturnType<typeof useNavigate>) {
  const found = await queryClient.query(devicesMatching(changed(search, { search: text }))).catch(() => undefined)
  const [device] = found?.rows ?? []
  if (device?.device_id && found?.rows.length === 1) await navigate(paths.device(device.device_id))
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, Navigate, useLocation, useNavigate } from 'react-router'
import * as z from 'zod'
import { queryClient } from '#api/client.ts'
import { prefetch } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { askDevices, type AskedDevices, askedDevices } from '#components/devices/asked-devices.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { csvText } from '#contract/csv.ts'
import { type DeviceSort, type DeviceSummary, listDevices, pageLimit } from '#contract/mdm/devices.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { nameOf } from '#pages/devices/device-facts.ts'
import { problemOf } from '#pages/devices/device-query.ts'
import { paths } from '#paths.ts'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useAddress } from '#ui/table/address.ts'
import { DataTable, type Selected, type ServerPage } from '#ui/table/DataTable.tsx'
import { keepColumns } from '#ui/table/state/table-address.ts'
import { changed, type DeviceSearch, deviceSearch, sortColumn, toListInput } from './device-search.ts'
import { deviceColumns } from './DeviceColumns.tsx'
import { DeviceFilters } from './DeviceFilters.tsx'
import { DeviceSelection } from './DeviceSelection.tsx'
import { NoDevices } from './NoDevices.tsx'
import { Unmet } from './Unmet.tsx'

const devicesMatching = (search: DeviceSearch) => askedDevices(toListInput(search))
const searchIn = (address: URLSearchParams) => z.decode(deviceSearch, address)

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(devicesMatching(searchIn(new URL(request.url).searchParams)))

export function Component() {
  const [address, changeAddress] = useAddress()
  const navigate = useNavigate()
  const storageKey = useTableKey('devices')
  const { notice } = (useLocation().state ?? {}) as { notice?: string }
  const search = searchIn(address)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...devicesMatching(search),
    placeholderData: keepPreviousData,
  })

  const show = (change: Partial<DeviceSearch>, replace = false) =>
    changeAddress((now) => keepColumns(now, z.encode(deviceSearch, changed(searchIn(now), change))), {
      replace,
      preventScrollReset: replace,
    })

  if (error && problemOf(error).code === 'COM0003' && search.page > 1) {
    const first = keepColumns(address, z.encode(deviceSearch, changed(search, {})))
    const notice = `The server has no page ${search.page}. This is the first page.`
    return <Navigate replace to={{ search: first.toString() }} state={{ notice }} />
  }
  return (
    <Page title="Devices" actions={<ToSecurityCheck address={address} />}>
      <AreaTabs>
        <Stack gap="md">
          <DeviceFilters search={search} onChange={show} onEnter={(text) => void openTheOnly(search, text, navigate)} />
          {notice && <Text component="output">{notice}</Text>}
          {data?.unmet && !isPlaceholderData && <Unmet devices={data} unmet={data.unmet} />}
          <DataTable
            caption="Devices"
            rows={data?.rows ?? none}
            columns={deviceColumns}
            rowId={idOf}
            total={data?.total}
            server={paging(search, show, data)}
            loading={!data && !error}
            stale={isPlaceholderData}
            problem={error && <PartProblem error={error} of={listDevices} onRetry={refetch} />}
            rowHref={hrefOf}
            empty={<NoDevices search={search} total={data?.total} onChange={show} />}
            grid
            storageKey={storageKey}
            address={[address, changeAddress]}
            SelectionActions={Chosen}
            csv={{
              name: 'devices',
              write: csvText,
              limit: pageLimit.max,
              pageOf: (offset, limit, signal) => askDevices({ ...toListInput(search), offset, limit }, signal),
            }}
          />
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const none: DeviceSummary[] = []
/** A device without an id goes by what else tells it apart. */
const idOf = (device: DeviceSummary) => device.device_id ?? device.udid ?? device.serial_number ?? nameOf(device)
const hrefOf = ({ device_id }: DeviceSummary) => paths.device(device_id ?? '')

const Chosen = (selected: Selected<DeviceSummary>) => <DeviceSelection {...selected} source="Devices" />

/** The devices that match here are those that are checked there. */
const ToSecurityCheck = ({ address }: { address: URLSearchParams }) => (
  <Button component={Link} variant="default" to={`${paths.securityCheck}?${address}`}>
    Security check
  </Button>
)

const paging = (
  search: DeviceSearch,
  show: (change: Partial<DeviceSearch>) => void,
  { unmet = [], isMended = false }: Partial<AskedDevices> = {},
): ServerPage => ({
  offset: (search.page - 1) * search.size,
  limit: search.size,
  // A column is marked as sorted only where the rows are.
  sort: unmet.includes('sort') && !isMended ? undefined : sortColumn(search),
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

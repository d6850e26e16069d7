import { later } from '#ui/layout/later.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type LoaderFunctionArgs, Navigate, useLocation, useNavigate } from 'react-router'
import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import { prefetchCarried } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { requestDevices, checkedDevices } from '#components/devices/checked-devices.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { serverPage, useListState } from '#components/lists/use-list-state.ts'
import { inputOf } from '#components/lists/use-server-list.ts'
import { csvText } from '#contract/csv.ts'
import { type DeviceSummary, listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { nameOf } from '#pages/devices/device-facts.ts'
import { paths } from '#paths.ts'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import type { Selected } from '#ui/table/DataTable.tsx'
import { deviceList, type DeviceSearch, deviceSearch, toDevicesInput } from './device-search.ts'
import { deviceColumns } from './DeviceColumns.tsx'
import { DeviceFilters } from './DeviceFilters.tsx'

const DeviceSelection = later(async () => (await import('./DeviceSelection.tsx')).DeviceSelection)
const NoDevices = later(async () => (await import('./NoDevices.tsx')).NoDevices)
const ShowRemoved = later(async () => (await import('./NoDevices.tsx')).ShowRemoved)

const devicesMatching = (search: DeviceSearch) => checkedDevices(inputOf(deviceList, search))

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetchCarried(devicesMatching(deviceSearch.read(new URL(request.url).searchParams)))

export function Component() {
  const list = useListState(deviceSearch)
  const { state, address } = list
  const asked = useQuery({ ...devicesMatching(state), placeholderData: keepPreviousData })
  const { data } = asked
  const server = serverPage(list)
  const asking = toDevicesInput(state)
  const navigate = useNavigate()
  const { notice } = (useLocation().state ?? {}) as { notice?: string }
  if (asked.error && problemOf(asked.error).code === 'COM0003' && state.page > 1) {
    const search = deviceSearch.write(address[0], {}).toString()
    const notice = `The server has no page ${state.page}. This is the first page.`
    return <Navigate replace to={{ search }} state={{ notice }} />
  }
  return (
    <Page title="Devices" actions={<ToSecurityCheck address={address[0]} />}>
      <AreaTabs>
        <Stack gap="md">
          {notice && <Text component="output">{notice}</Text>}
          <ListTable
            filterBar={<DeviceFilters of={list} onEnter={(text) => void openSingleMatch(state, text, navigate)} />}
            asked={asked}
            of={listDevices}
            name="devices"
            state={list}
            caption="Devices"
            rows={data?.rows ?? none}
            total={data?.total}
            server={server}
            csv={{
              name: 'devices',
              endpoint: listDevices,
              asking,
              write: csvText,
              limit: pageLimit.max,
              pageOf: (offset, limit, signal) => requestDevices({ ...asking, offset, limit }, signal),
            }}
            columns={deviceColumns}
            rowId={idOf}
            rowHref={hrefOf}
            grid
            SelectionActions={Chosen}
            nothing={{
              many: 'devices',
              action: <NoDevices />,
              unmatched:
                state.removed === 'hidden'
                  ? {
                      hint: 'Removed devices are hidden.',
                      actions: <ShowRemoved onClick={() => list.show({ removed: 'shown' })} />,
                    }
                  : {},
            }}
          />
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const none: DeviceSummary[] = []
/** Fallbacks for devices without an ID. */
const idOf = (device: DeviceSummary) => device.device_id ?? device.udid ?? device.serial_number ?? nameOf(device)
const hrefOf = ({ device_id }: DeviceSummary) => paths.device(device_id ?? '')

const Chosen = (selected: Selected<DeviceSummary>) => (
  <Suspense>
    <DeviceSelection {...selected} source="Devices" />
  </Suspense>
)

/** The security check uses the same filters. */
const ToSecurityCheck = ({ address }: { address: URLSearchParams }) => (
  <ActionLink to={`${paths.securityCheck}?${deviceSearch.write(address, { page: 1 })}`}>Security check</ActionLink>
)

/** Enter opens the device if exactly one matches. Errors are shown by the list. */
async function openSingleMatch(search: DeviceSearch, text: string, navigate: ReturnType<typeof useNavigate>) {
  const wanted = deviceSearch.changed(search, { search: text })
  const found = await queryClient.query(devicesMatching(wanted)).catch(() => undefined)
  const [device] = found?.rows ?? []
  if (device?.device_id && found?.rows.length === 1) await navigate(paths.device(device.device_id))
}

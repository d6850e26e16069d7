import { listAddress, matching, oneOf, searchText, textUpTo } from '#components/lists/list-address.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import type { Input } from '#contract/endpoint.ts'
import { deviceOrder, firstDevices, listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { managedStatus } from '#contract/mdm/status.ts'
import { listPage, partOf } from '#pages/devices/list-page.ts'

export const deviceSearch = listAddress(
  {
    ...listPage,
    search: searchText,
    platform: textUpTo(50),
    owned_by: textUpTo(50),
    managed_status: matching(/^(-?\d{1,3})?$/),
    removed: oneOf('hidden', ['hidden', 'shown']),
    sort: oneOf(firstDevices.sort, deviceOrder.options),
  },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    platform: ({ platform }) => `platform “${platform}”`,
    owned_by: ({ owned_by }) => `ownership ${owned_by}`,
    managed_status: ({ managed_status: status }) =>
      `status “${(managedStatus as Record<string, string>)[status] ?? status}”`,
    removed: () => 'removed devices included',
  },
)
export type DeviceSearch = (typeof deviceSearch)['defaults']

/** Request parameters for filters and sort order. */
export const toDevicesInput = (search: DeviceSearch) =>
  ({
    search: search.search.trim() || undefined,
    platform: search.platform || undefined,
    owned_by: search.owned_by || undefined,
    managed_status: search.managed_status ? [search.managed_status] : undefined,
    exclude_removed: search.removed === 'hidden' ? true : undefined,
    sort: search.sort,
  }) satisfies Input<typeof listDevices>

export const deviceList: ServerList<typeof listDevices, DeviceSearch> = {
  name: 'devices',
  endpoint: listDevices,
  address: deviceSearch,
  input: toDevicesInput,
  part: partOf,
  exportLimit: pageLimit.max,
}

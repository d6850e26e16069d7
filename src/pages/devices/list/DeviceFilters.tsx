import { useQuery, useQueryClient } from '@tanstack/react-query'
import { devicePlatforms } from '#components/devices/device-platforms.ts'
import { FilterBar, type Option, optionsOf } from '#components/lists/FilterBar.tsx'
import type { ListState } from '#components/lists/use-list-state.ts'
import type { Output } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { managedStatus } from '#contract/mdm/status.ts'
import type { DeviceSearch } from './device-search.ts'

type Props = { of: Pick<ListState<DeviceSearch>, 'list' | 'state' | 'show' | 'clear'>; onEnter: (text: string) => void }

const statuses = optionsOf('Any status', managedStatus)
/** The reference defines no meaning of owned_by; these labels are a convention of the embedded service. */
const owners = optionsOf('Any owner', {
  1: 'Owned by 1 (corporate by convention)',
  2: 'Owned by 2 (personal by convention)',
})
const removed: Option[] = [
  { value: 'hidden', label: 'Exclude removed' },
  { value: 'shown', label: 'Include removed' },
]

export const DeviceFilters = ({ of, onEnter }: Props) => (
  <FilterBar
    of={of}
    placeholder="Name, user, serial number, IMEI …"
    onEnter={onEnter}
    filters={[
      { name: 'platform', label: 'Platform', options: usePlatforms() },
      { name: 'managed_status', label: 'Status', options: statuses },
      { name: 'owned_by', label: 'Ownership', options: owners },
      { name: 'removed', label: 'Removed devices', options: removed },
    ]}
  />
)

/** Platforms of the server; until they are known, those of the loaded lists. */
function usePlatforms() {
  const cache = useQueryClient()
  const seen = cache.getQueriesData<Partial<Output<typeof listDevices>>>({ queryKey: [listDevices.id] })
  const rows = seen.flatMap(([, page]) => page?.rows ?? [])
  // Loaded after the list itself.
  const { data: all = [] } = useQuery({ ...devicePlatforms, enabled: rows.length > 0 })
  const names = [...new Set([...all, ...rows.flatMap(({ platform_type }) => platform_type || [])])].sort()
  return optionsOf('Any platform', Object.fromEntries(names.map((name) => [name, name])))
}

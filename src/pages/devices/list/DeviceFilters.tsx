import { useQueryClient } from '@tanstack/react-query'
import { FilterBar, type Option, optionsOf } from '#components/lists/FilterBar.tsx'
import type { ListState } from '#components/lists/use-list-state.ts'
import type { Output } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/devices.ts'
import { managedStatus } from '#contract/mdm/status.ts'
import type { DeviceSearch } from './device-search.ts'

type Props = { of: Pick<ListState<DeviceSearch>, 'list' | 'state' | 'show' | 'clear'>; onEnter: (text: string) => void }

const statuses = optionsOf('Any status', managedStatus)
/** The reference gives owned_by no meaning; the words are a convention of the embedded service. */
const owners = optionsOf('Any owner', {
  1: 'Owned by 1 (corporate by convention)',
  2: 'Owned by 2 (personal by convention)',
})
const removed: Option[] = [
  { value: 'shown', label: 'Include removed' },
  { value: 'hidden', label: 'Exclude removed' },
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

/** The platforms of every list seen so far: a server names its own, and no endpoint lists them. */
function usePlatforms() {
  const seen = useQueryClient().getQueriesData<Output<typeof listDevices>>({ queryKey: [listDevices.id] })
  const names = seen.flatMap(([, page]) => page?.rows ?? []).flatMap(({ platform_type }) => platform_type || [])
  return optionsOf('Any platform', Object.fromEntries([...new Set(names)].sort().map((name) => [name, name])))
}

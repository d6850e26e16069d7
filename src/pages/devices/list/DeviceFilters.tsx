import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/devices.ts'
import { managedStatus } from '#contract/mdm/status.ts'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import type { DeviceSearch } from './device-search.ts'
import classes from './DeviceFilters.module.css'

type Props = {
  search: DeviceSearch
  onChange: (change: Partial<DeviceSearch>, replace?: boolean) => void
  onEnter: (text: string) => void
}

const options = (all: string, named: Record<string, string>) => [
  { value: '', label: all },
  ...Object.entries(named).map(([value, label]) => ({ value, label })),
]
const statuses = options('Any status', managedStatus)
/** The reference gives owned_by no meaning; the words are a convention of the embedded service. */
const owners = options('Any owner', {
  1: 'Owned by 1 (corporate by convention)',
  2: 'Owned by 2 (personal by convention)',
})
const removed = [
  { value: 'shown', label: 'Include removed' },
  { value: 'hidden', label: 'Exclude removed' },
] as const

export function DeviceFilters({ search, onChange, onEnter }: Props) {
  const platforms = usePlatforms(search.platform)
  return (
    <div className={classes.filters}>
      <SearchField
        label="Search"
        placeholder="Name, user, serial number, IMEI …"
        value={search.search}
        onChange={(text) => onChange({ search: text }, true)}
        onEnter={onEnter}
      />
      <FilterSelect
        label="Platform"
        value={search.platform}
        options={platforms}
        onChange={(platform) => onChange({ platform })}
      />
      <FilterSelect
        label="Status"
        value={search.managed_status}
        options={including(statuses, search.managed_status)}
        onChange={(managed_status) => onChange({ managed_status })}
      />
      <FilterSelect
        label="Ownership"
        value={search.owned_by}
        options={including(owners, search.owned_by)}
        onChange={(owned_by) => onChange({ owned_by })}
      />
      <FilterSelect
        label="Removed devices"
        value={search.removed}
        options={removed}
        onChange={(value) => onChange({ removed: value === 'hidden' ? 'hidden' : 'shown' })}
      />
    </div>
  )
}

/** The platforms of every list seen so far: a server names its own, and no row of the contract lists them. */
function usePlatforms(chosen: string) {
  const seen = useQueryClient().getQueriesData<Output<typeof listDevices>>({ queryKey: [listDevices.id] })
  const names = seen.flatMap(([, page]) => page?.rows ?? []).flatMap(({ platform_type }) => platform_type || [])
  const named = Object.fromEntries([...new Set(names)].sort().map((name) => [name, name]))
  return including(options('Any platform', named), chosen)
}

/** What the address chose is offered, whether we know it or not. */
const including = (known: { value: string; label: string }[], chosen: string) =>
  known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: chosen }]

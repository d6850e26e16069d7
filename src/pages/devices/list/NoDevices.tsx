import { Link } from 'react-router'
import { managedStatus } from '#contract/mdm/status.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button } from '#ui/layout/layout.ts'
import { activeFilters, type DeviceSearch, type FilterName, withoutFilters } from './device-search.ts'

type Props = {
  search: DeviceSearch
  total: number | undefined
  onChange: (change: Partial<DeviceSearch>) => void
}

/** Why the list is empty, and the way back to one that is not. */
export function NoDevices({ search, total, onChange }: Props) {
  const filters = activeFilters(search)
  if (search.page > 1 && total !== 0) {
    return (
      <Empty
        title={`There is no page ${search.page}`}
        hint={total === undefined ? undefined : `${total.toLocaleString('en')} devices match.`}
        action={<Clear label="Go to the first page" onClick={() => onChange({ page: 1 })} />}
      />
    )
  }
  if (filters.length === 0)
    return (
      <Empty
        title="No devices yet"
        hint="Devices appear here after they enroll. To manage devices of an existing server, start this console with a connections file (TRIPTYCH_CONNECTIONS)."
        action={<ConnectedServers />}
      />
    )
  return (
    <Empty
      title="No matching devices"
      hint={`Filtered by ${filters.map((name) => describe[name](search)).join(', ')}.`}
      action={<Clear label="Clear the filters" onClick={() => onChange(withoutFilters(search))} />}
    />
  )
}

const describe: Record<FilterName, (search: DeviceSearch) => string> = {
  search: ({ search }) => `search “${search.trim()}”`,
  platform: ({ platform }) => `platform “${platform}”`,
  owned_by: ({ owned_by }) => `ownership ${owned_by}`,
  managed_status: ({ managed_status: status }) =>
    `status “${(managedStatus as Record<string, string>)[status] ?? status}”`,
  removed: () => 'removed devices excluded',
}

const Clear = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" size="xs" onClick={onClick}>
    {label}
  </Button>
)

const ConnectedServers = () => (
  <Button component={Link} to={paths.connections} variant="default" size="xs">
    Show connected servers
  </Button>
)

import { useQuery } from '@tanstack/react-query'
import { prefetch, query, queryIfOffered } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { TileGroup } from '#components/area/Tiles.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useListState } from '#components/lists/use-list-state.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { countVulnerabilities, discoverHost, listWeakHosts } from '#contract/keys/discovery.ts'
import { paths } from '#paths.ts'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { hostsMatching, type WeakHost, weakHostAddress, weaknessOptions, weaknessTiles } from './weak-hosts.ts'
import { weakHostColumns } from './WeakHostColumns.tsx'

const counts = query(countVulnerabilities, {})
const weakHosts = queryIfOffered(listWeakHosts, {})

export const loader = () => {
  prefetch(counts)
  return prefetch(weakHosts)
}

/** Number of vulnerable hosts by vulnerability, and the hosts. */
export function Component() {
  const asked = useQuery(counts)
  const { data: named } = useQuery(weakHosts)
  return (
    <Stack gap="lg">
      {asked.data ? (
        <TileGroup title="Hosts by vulnerability" tiles={weaknessTiles(asked.data.SSLVulnerabilityCount)} />
      ) : (
        <QueryState error={asked.error} refetch={asked.refetch} waiting lines={3} />
      )}
      <Group gap="sm">
        {/* Only the embedded service documents what it counts. */}
        {named && (
          <Text size="sm" c="dimmed">
            As of the last discovery of each host. Results that could not be determined are not counted.
          </Text>
        )}
        <ActionLink to={paths.discovery} endpoint={discoverHost} size="compact-sm">
          Start a discovery
        </ActionLink>
      </Group>
      <Hosts />
    </Stack>
  )
}

function Hosts() {
  const asked = useQuery(weakHosts)
  const list = useListState(weakHostAddress)
  if (asked.data === null)
    return <NotReported what="which hosts they are">It reports how many, but no names.</NotReported>
  return (
    <ListTable
      filterBar={
        <FilterBar
          of={list}
          placeholder="Host, port or cipher suite"
          filters={[{ name: 'weakness', label: 'Vulnerability', options: weaknessOptions }]}
        />
      }
      asked={asked}
      caption="Vulnerable hosts"
      rows={hostsMatching(asked.data?.rows ?? [], list.state)}
      columns={weakHostColumns}
      rowId={idOf}
      nothing={{ many: 'hosts', none: 'No vulnerable hosts found', hint: 'Hosts are checked after each discovery.' }}
      name="vulnerable-hosts"
      state={list}
      exportAs="vulnerable-hosts"
    />
  )
}

const idOf = ({ Host, Port, CertID }: WeakHost) => JSON.stringify([Host, Port, CertID])

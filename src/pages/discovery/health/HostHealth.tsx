import type { LoaderFunctionArgs } from 'react-router'
import { useMay } from '#api/may.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { BulkAction, BulkHost } from '#components/bulk/BulkHost.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { discoverHost } from '#contract/keys/discovery.ts'
import { paths } from '#paths.ts'
import { later } from '#ui/layout/later.ts'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import type { Selected } from '#ui/table/DataTable.tsx'
import { CheckPlan } from './CheckPlan.tsx'
import { type ListedHost, stateOptions, tlsHosts } from './host-list.ts'
import { hostColumns, hostPage } from './HostColumns.tsx'

const CheckSeveral = later(async () => (await import('./CheckSeveral.tsx')).CheckSeveral)

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(tlsHosts, request)

/** All hosts where certificates were found, worst first. */
export function Component() {
  const { table, asked, ...list } = useServerList(tlsHosts)
  const mayCheck = useMay()(discoverHost.permission)
  if (asked.data === null)
    return (
      <NotReported what="the health of its hosts">
        It counts vulnerable hosts, and lists where certificates were found. The page of such a host can be opened from
        the page of its certificate.
      </NotReported>
    )
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          As of the last discovery or deployment of each host. Hosts that were not fully tested are never shown as
          healthy.
        </Text>
        <ActionLink to={paths.discovery} endpoint={discoverHost} size="compact-sm">
          Start a discovery
        </ActionLink>
      </Group>
      <CheckPlan />
      <BulkHost>
        <ListTable
          filterBar={
            <FilterBar
              of={list}
              placeholder="Host, port, certificate or problem"
              filters={[{ name: 'state', label: 'State', options: stateOptions }]}
            />
          }
          {...table}
          asked={asked}
          caption="Host health"
          columns={hostColumns}
          rowId={idOf}
          rowHref={hostPage}
          nothing={{
            many: 'hosts',
            none: 'No hosts yet',
            hint: 'Hosts are checked after each discovery and deployment.',
          }}
          SelectionActions={mayCheck ? HostSelection : undefined}
          grid
        />
      </BulkHost>
    </Stack>
  )
}

const HostSelection = (selected: Selected<ListedHost>) => (
  <BulkAction selected={selected} label="Check again" Dialog={CheckSeveral} endpoint={discoverHost} />
)

const idOf = ({ Host, Port }: ListedHost) => JSON.stringify([Host, Port])

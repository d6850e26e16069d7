import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useLocation } from 'react-router'
import { query } from '#api/query.ts'
import { usePermitted } from '#components/actions/use-permitted.ts'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { getComputerSummary } from '#contract/desktop/som.ts'
import { computers } from '#pages/desktops/computers/computer-search.ts'
import { ComputerTable } from '#pages/desktops/computers/ComputerTable.tsx'
import { TileGroup } from '#components/area/Tiles.tsx'
import { paths } from '#paths.ts'
import { Anchor, Group, Stack, Text } from '#ui/layout/layout.ts'
import { factsOf, stepIn } from './agent-plan.ts'
import { agentEndpoints, ListedAgentActions } from './AgentActions.tsx'
import { AgentCheck } from './AgentCheck.tsx'
import { ScanAll } from './ScanAll.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(computers, request)

/** Actions on agents: selection of computers, preview, and start of the job. */
export function Component() {
  const location = useLocation()
  const step = stepIn(location.state)
  if (step) return <AgentCheck key={location.key} {...step} />
  return <AgentChoice />
}

const withStatus = (installation: string) => `${paths.desktopAgents}?${new URLSearchParams({ installation })}`

function AgentChoice() {
  const { data, error, refetch } = useQuery(query(getComputerSummary, {}))
  const counts = data?.installation_summary
  const howTo = usePermitted(
    'Select computers, then an action. The next page shows which computers are eligible before anything is sent. ',
    agentEndpoints,
  )
  return (
    <Stack gap="md">
      {error && <PartProblem error={error} of={getComputerSummary} onRetry={refetch} />}
      {(data || !error) && (
        <TileGroup
          title="Agents"
          tiles={[
            { label: 'Yet to install', count: counts?.yet_to_install, to: withStatus('21') },
            { label: 'Failed', count: counts?.failed, to: withStatus('29') },
            { label: 'Uninstalled', count: counts?.uninstalled, to: withStatus('23') },
            { label: 'Yet to uninstall', count: counts?.yet_to_uninstall, to: withStatus('24') },
            { label: 'Installed', count: counts?.installed, to: withStatus(factsOf.scan.usually) },
          ]}
        />
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw="52rem" style={{ textWrap: 'pretty' }}>
          {howTo}
          What was sent is under{' '}
          <Anchor component={Link} to={paths.jobs} underline="always">
            Jobs
          </Anchor>
          .
        </Text>
        <ScanAll />
      </Group>
      <ComputerTable caption="Available computers" SelectionActions={ListedAgentActions} />
    </Stack>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useDemo, useMay } from '#api/may.ts'
import { prefetch } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import type { checkConnections, listConnections } from '#contract/console/connections.ts'
import type { Output } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor, Button, Stack, Text } from '#ui/layout/layout.ts'
import { IconRefresh } from '#ui/theme/icons.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { connectionsQuery, healthQuery } from './connection-queries.ts'
import { serviceNames, summaryOf } from './connection-words.ts'
import { useHealth } from './use-health.ts'
import { ConnectionCard } from './ConnectionCard.tsx'
import classes from './Connections.module.css'

export const loader = () => {
  prefetch(healthQuery)
  return prefetch(connectionsQuery)
}

export function Component() {
  const { data, error, refetch } = useQuery(connectionsQuery)
  const health = useHealth()
  const isDemo = useDemo()
  if (!data) return <QueryState error={error} refetch={refetch} waiting />
  const { embedded, connections } = data
  return (
    <Stack gap="md">
      <div className={classes.bar}>
        <Text component="output" size="sm" c="dimmed">
          {health.isChecking ? 'Checking all servers …' : health.data && <Summary {...health.data} />}
        </Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={health.isChecking}
          onClick={() => void health.check()}
        >
          Check again
        </Button>
      </div>
      {health.error && !health.isChecking && <QueryProblem error={health.error} />}
      {embedded && (
        <Notice tone="info" title={isDemo ? 'This is the embedded demo' : 'These are the embedded services'}>
          <span>
            {isDemo
              ? 'These servers run inside this console with their own database and simulated devices. To connect real servers,'
              : 'They are included with this console and ready to use. To connect your own servers instead,'}{' '}
            set <code>TRIPTYCH_CONNECTIONS</code> to a connections file.
          </span>
        </Notice>
      )}
      <Text size="sm" c="dimmed">
        Where the API references are not specific, the console follows{' '}
        <Anchor component={Link} to={paths.conventions} inherit underline="always">
          conventions
        </Anchor>
        ; settings of a connection change them.
      </Text>
      <NeedsAdministrator />
      {connections.length === 0 && (
        <Empty title="No connections" hint="The connections file contains none for this site." />
      )}
      {!embedded && <NotConnected connections={connections} />}
      {connections.map((connection) => (
        <ConnectionCard
          key={connection.name}
          connection={connection}
          checking={health.isChecking}
          health={health.data?.connections.find(({ name }) => name === connection.name)}
        />
      ))}
    </Stack>
  )
}

const Summary = ({ checkedAt, connections }: Output<typeof checkConnections>) => (
  <>
    {summaryOf(connections.map(({ level }) => level))} Checked <Moment at={new Date(checkedAt)} />.
  </>
)

type Connections = Output<typeof listConnections>['connections']

/** Services without a connection, whose areas are hidden from the navigation. */
function NotConnected({ connections }: { connections: Connections }) {
  const missing = beside.filter((name) => !connections.some(({ service }) => service === name))
  if (connections.length === 0 || missing.length === 0) return null
  return (
    <Notice tone="muted" title={`Not connected: ${missing.map((name) => serviceNames[name].toLowerCase()).join(', ')}`}>
      <span>Their pages are hidden. Add a connection to the connections file, then restart the console.</span>
    </Notice>
  )
}

const beside = ['desktop', 'mdm', 'keys'] as const

function NeedsAdministrator() {
  const may = useMay()('Common_Admin')
  return may ? null : (
    <Text size="sm" c="dimmed">
      You can view connections. Changing them requires Common_Admin.
    </Text>
  )
}

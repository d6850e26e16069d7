import { Link } from 'react-router'
import { ForPermitted } from '#components/actions/ForPermitted.tsx'
import { type connections, type ConnectionView, takesKey } from '#contract/console/connections.ts'
import { getServerProperties } from '#contract/desktop/server.ts'
import type { Output } from '#contract/endpoint.ts'
import { getApiRoot } from '#contract/mdm/root.ts'
import { Facts } from '#pages/settings/Facts.tsx'
import { Findings } from '#pages/settings/health/Findings.tsx'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { CloudAccess } from './CloudAccess.tsx'
import { editionNames, openedBy, outcomes, serviceNames, tones } from './connection-words.ts'
import classes from './ConnectionCard.module.css'
import { ResourceAddresses } from './ResourceAddresses.tsx'
import { ServerProperties } from './ServerProperties.tsx'

export type Health = Output<typeof connections.checkConnections>['connections'][number]
type Props = { connection: ConnectionView; health: Health | undefined; checking: boolean }

/** A server with its credentials and health. */
export function ConnectionCard({ connection, health, checking }: Props) {
  const { name, service, edition, baseUrl, dialect, credential } = connection
  const hasKey = credential === 'a key'
  return (
    <Panel title={serviceNames[service]} aside={<Outcome health={health} checking={checking} />}>
      <Facts
        items={[
          { label: 'Name', value: name },
          {
            label: 'Address',
            value: (
              <span className={classes.address}>
                <code>{baseUrl}</code> <CopyButton value={baseUrl} label={`Copy address of ${name}`} />
              </span>
            ),
          },
          ...(service === 'identity' ? [] : [{ label: 'Edition', value: editionNames[edition] }]),
          {
            label: 'Authentication',
            value: (
              <>
                {openedBy[credential]}.{' '}
                {takesKey({ service, edition, hasKey }) && (
                  <Anchor
                    component={Link}
                    to={`${paths.apiKeys}?${new URLSearchParams({ connection: name })}`}
                    inherit
                    underline="always"
                  >
                    {hasKey ? 'Replace key' : 'Enter a key'}
                  </Anchor>
                )}
              </>
            ),
          },
          { label: 'API differences', value: <Differences dialect={dialect} /> },
        ]}
      />
      {connection.grant && <CloudAccess connection={connection} />}
      {health ? <Findings findings={health.findings} /> : checking && <Loading lines={2} label={`Checking ${name}`} />}
      {service === 'desktop' && (
        <ForPermitted endpoint={getServerProperties}>
          <ServerProperties />
        </ForPermitted>
      )}
      {service === 'mdm' && (
        <ForPermitted endpoint={getApiRoot}>
          <ResourceAddresses />
        </ForPermitted>
      )}
    </Panel>
  )
}

function Outcome({ health, checking }: Pick<Props, 'health' | 'checking'>) {
  if (!health) return checking ? <StatusBadge tone="muted">Checking …</StatusBadge> : null
  return (
    <>
      <StatusBadge tone={tones[health.level]}>{outcomes[health.level]}</StatusBadge>
      {health.milliseconds !== undefined && <span className={classes.time}>{health.milliseconds} ms</span>}
    </>
  )
}

const Differences = ({ dialect }: Pick<ConnectionView, 'dialect'>) =>
  dialect.length === 0 ? (
    'None'
  ) : (
    <ul className={classes.dialect}>
      {dialect.map((difference) => (
        <li key={difference}>{difference}</li>
      ))}
    </ul>
  )

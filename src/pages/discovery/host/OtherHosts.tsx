import { Link } from 'react-router'
import type { TlsHost } from '#contract/keys/rules/hosts/host-health.ts'
import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './Host.module.css'

/**
 * Certificates deployed to the server behind this host, and other hosts with the same name that present another
 * certificate.
 */
export function OtherHosts({ host }: { host: TlsHost }) {
  const { Deployments = [], Elsewhere = [] } = host
  return (
    <>
      <Panel title="Deployed to this host">
        {Deployments.length === 0 ? (
          <Text size="sm">No deployment through this service to a server with this TLS address is recorded.</Text>
        ) : (
          <ul className={classes.plain}>
            {Deployments.map(({ serverName, CertID, CommonName, DeployedAt, DeployedBy, isServed }) => (
              <li key={serverName}>
                <CertificateLink id={CertID} name={CommonName} /> to “{serverName}”{' '}
                <Moment at={instantOf(DeployedAt)} raw={DeployedAt ?? ''} />
                {DeployedBy && ` by ${DeployedBy}`} <ServedBadge isServed={isServed} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {Elsewhere.length > 0 && (
        <Panel title="Another certificate of this name">
          <ul className={classes.plain}>
            {Elsewhere.map(({ Host = '', Port = 0, CertID, CommonName, SeenAt }) => (
              <li key={`${Host} ${Port} ${CertID}`}>
                <Anchor component={Link} size="sm" underline="always" to={paths.tlsHost(hostPlace(Host, Port))}>
                  {Host}:{Port}
                </Anchor>{' '}
                presented <CertificateLink id={CertID} name={CommonName} />{' '}
                <Moment at={instantOf(SeenAt)} raw={SeenAt ?? ''} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function ServedBadge({ isServed }: { isServed: boolean | undefined }) {
  if (isServed === true) return <StatusBadge tone="ok">Served</StatusBadge>
  if (isServed === false) return <StatusBadge tone="bad">Not served</StatusBadge>
  return <StatusBadge tone="muted">Host not seen since</StatusBadge>
}

const CertificateLink = ({ id, name }: { id: number | undefined; name: string | undefined }) =>
  id === undefined ? (
    <span>{name || 'a certificate that was deleted'}</span>
  ) : (
    <Anchor component={Link} size="sm" underline="always" to={paths.certificate(String(id))}>
      {name || 'certificate'} (ID {id})
    </Anchor>
  )

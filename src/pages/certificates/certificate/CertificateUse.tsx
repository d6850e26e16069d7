import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Output } from '#contract/endpoint.ts'
import { problemLabel, problemState } from '#contract/keys/rules/hosts/host-health.ts'
import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import type { getCertificateUse } from '#contract/keys/tls-hosts.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Group, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import classes from './Certificate.module.css'

type Use = Output<typeof getCertificateUse>
type Deployment = NonNullable<Use['Deployments']>[number]
type Named = { CertID?: number | undefined; CommonName?: string | undefined }

/** Issuance, deployments and hosts, each with its time. */
export const CertificateUse = ({ use }: { use: Use }) => (
  <>
    <Properties
      bare
      columns={1}
      items={[
        { label: 'Issued', value: <Issued use={use} /> },
        { label: 'Deployed', value: <Deployed use={use} /> },
        { label: 'Served', value: <Served use={use} /> },
      ]}
    />
  </>
)

const At = ({ at }: { at: string | undefined }) => <Moment at={instantOf(at)} raw={at ?? ''} />

const origins: Record<string, string> = {
  created: 'Created here as a self-signed certificate',
  imported: 'Not issued here: imported',
  discovered: 'Not issued or imported here: known from discovery only, first seen',
}

function Issued({ use }: { use: Use }) {
  const { Origin = '', IssuedAt, IssuedBy, AddedAt, AddedBy, Newer = [] } = use
  return (
    <>
      {IssuedAt ? (
        <span>
          By {IssuedBy || 'an internal authority'} <At at={IssuedAt} />
        </span>
      ) : (
        <span>
          {origins[Origin] ?? 'Added to the inventory'} <At at={AddedAt} />
          {AddedBy && ` by ${AddedBy}`}
        </span>
      )}
      {Newer.map((one) => (
        <div key={one.CertID}>
          <StatusBadge tone="info">Renewed</StatusBadge> <CertificateLink one={one} />
          {one.Hosts && one.Hosts.length > 0 ? `, served at ${one.Hosts.join(', ')}` : ', not seen on any host'}
        </div>
      ))}
    </>
  )
}

const presentedWords: Record<string, { tone: Tone; label: string }> = {
  yes: { tone: 'ok', label: 'Served' },
  no: { tone: 'bad', label: 'Not served' },
}
const unknownWords = { tone: 'muted', label: 'Host not seen since' } as const

function Deployed({ use }: { use: Use }) {
  const { Deployments = [] } = use
  if (Deployments.length === 0) return 'No deployment through this service is recorded.'
  return (
    <ul className={classes.plain} aria-label="Deployments">
      {Deployments.map((one) => (
        <li key={one.serverName}>
          To “{one.serverName}” ({one.ResourceName}, {one.certificatePath}) <At at={one.DeployedAt} />
          {one.DeployedBy && ` by ${one.DeployedBy}`}. <AfterDeployment one={one} />
        </li>
      ))}
    </ul>
  )
}

/** State of a deployment: replaced by another one, presented by the host, not presented, or not checked. */
function AfterDeployment({ one: { ReplacedBy, tlsAddress, Presented = '', PresentedAt } }: { one: Deployment }) {
  if (ReplacedBy)
    return (
      <>
        <StatusBadge tone="muted">Replaced</StatusBadge> by <CertificateLink one={ReplacedBy} />{' '}
        <At at={ReplacedBy.DeployedAt} />
      </>
    )
  if (!tlsAddress) return <StatusBadge tone="muted">Not tested: the server has no TLS address</StatusBadge>
  const { tone, label } = presentedWords[Presented] ?? unknownWords
  return (
    <>
      <StatusBadge tone={tone}>{label}</StatusBadge> <HostLink place={tlsAddress}>{tlsAddress}</HostLink>{' '}
      {PresentedAt && <At at={PresentedAt} />}
    </>
  )
}

function Served({ use }: { use: Use }) {
  const { Served: hosts = [], Older = [] } = use
  return (
    <>
      {hosts.length === 0 && <Text size="sm">Not seen on any host by a discovery. It may still be in use.</Text>}
      <ul className={classes.plain} aria-label="Hosts">
        {hosts.map(({ Host = '', Port = 0, Address, SeenAt, Problems = [] }) => (
          <li key={`${Host} ${Port}`}>
            <Group gap={6}>
              <span>
                <HostLink place={hostPlace(Host, Port)}>
                  {Host}:{Port}
                </HostLink>
                {Address && Address !== Host && ` (${Address})`}, seen <At at={SeenAt} />
              </span>
              {Problems.map((name) => (
                <StatusBadge key={name} tone={tones[problemState(name)]}>
                  {problemLabel(name)}
                </StatusBadge>
              ))}
            </Group>
          </li>
        ))}
        {Older.map((one) => (
          <li key={`older ${one.CertID}`}>
            <StatusBadge tone="warn">Older certificate still served</StatusBadge> <CertificateLink one={one} /> at{' '}
            {one.Hosts?.map((place, at) => (
              <span key={place}>
                {at > 0 && ', '}
                <HostLink place={place}>{place}</HostLink>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

const tones = { bad: 'bad', warn: 'warn', untested: 'muted' } as const

const HostLink = ({ place, children }: { place: string; children: ReactNode }) => (
  <Anchor component={Link} size="sm" underline="always" to={paths.tlsHost(place)}>
    {children}
  </Anchor>
)

const CertificateLink = ({ one: { CertID, CommonName } }: { one: Named }) =>
  CertID === undefined ? (
    <span>{CommonName || 'a certificate that was deleted'}</span>
  ) : (
    <Anchor component={Link} size="sm" underline="always" to={paths.certificate(String(CertID))}>
      {CommonName || 'Certificate'} (ID {CertID})
    </Anchor>
  )

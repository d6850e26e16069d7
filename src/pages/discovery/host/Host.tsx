import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { prefetch, queryIfOffered } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { EntityHeader } from '#components/area/EntityHeader.tsx'
import { NotFound } from '#components/area/NotFound.tsx'
import { NoticesAbout } from '#components/notices/NoticesAbout.tsx'
import { RecentJobs } from '#components/jobs/RecentJobs.tsx'
import { discoverHost } from '#contract/keys/discovery.ts'
import {
  problemLabel,
  problemsOf,
  problemState,
  stateOf,
  type TlsHost,
} from '#contract/keys/rules/hosts/host-health.ts'
import { hostPlace, readPlace } from '#contract/keys/rules/hosts/host-place.ts'
import { getTlsHost } from '#contract/keys/tls-hosts.ts'
import { instantOf } from '#contract/time.ts'
import { stateWords, wordsOfState } from '#pages/discovery/health/host-list.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useNow } from '#ui/values/clock.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { certificateFindings } from './certificate-findings.ts'
import { Findings } from './Findings.tsx'
import classes from './Host.module.css'
import { HostOfStated } from './HostOfStated.tsx'
import { OtherHosts } from './OtherHosts.tsx'
import { protocolFindings, vulnerabilityFindings } from './protocol-findings.ts'
import { ServedCertificatePanel } from './ServedCertificatePanel.tsx'
import { useCheck } from './use-check.ts'

const hostQuery = ({ host, port }: { host: string; port: number }) =>
  queryIfOffered(getTlsHost, { Host: host, Port: port })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const place = readPlace(params.place ?? '')
  return place ? prefetch(hostQuery(place)) : null
}

/** A TLS host: findings, with method and time. */
export function Component() {
  const { place: text = '' } = useParams()
  const place = readPlace(text)
  if (place) return <Host key={text} title={text} place={place} />
  return (
    <Page title="Host">
      <NotFound
        title={`“${text.slice(0, 100)}” is not a host with a port`}
        hint="It must be host:port, such as www.example.com:443."
        all="All hosts"
        to={paths.tlsHosts}
      />
    </Page>
  )
}

function Host({ title, place }: { title: string; place: { host: string; port: number } }) {
  const asked = useQuery(hostQuery(place))
  const { data } = asked
  const { problem, said, isBusy, check } = useCheck(place.host, place.port, data ?? undefined, asked.refetch)
  return (
    <Page
      title={title}
      actions={
        <>
          <NoticesAbout page={paths.tlsHost(hostPlace(place.host, place.port))} />
          <ActionButton endpoint={discoverHost} variant="filled" loading={isBusy} onClick={check}>
            Check now
          </ActionButton>
        </>
      }
    >
      <Stack gap="md">
        {problem && <ProblemPanel problem={problem} />}
        <Text size="sm" component="output">
          {(isBusy || said) && `${isBusy ? 'Checking …' : 'Checked.'} ${said}`}
        </Text>
        <QueryState error={asked.error} refetch={asked.refetch} waiting={asked.isPending} />
        {data === null && <HostOfStated {...place} />}
        {data && <Seen host={data} name={place.host} />}
        <RecentJobs kind="tls-host" subject={hostPlace(place.host, place.port)} endpoint={discoverHost} />
      </Stack>
    </Page>
  )
}

function Seen({ host, name }: { host: TlsHost; name: string }) {
  const now = useNow()
  const { Certificates = [], LastDiscovered, CheckedAt, TriedAt, Failure, Address } = host
  const isUnknown = !CheckedAt && !TriedAt && !LastDiscovered
  const problems = problemsOf(host, now)
  const { label, tone } = wordsOfState(stateOf(problems))
  const time = (at: string | undefined) => (at ? <Moment at={instantOf(at)} raw={at} /> : 'Never')
  const known = Certificates.map(({ CertID }) => CertID)
  return (
    <>
      <EntityHeader
        label="Host summary"
        facts={[
          { label: 'State', value: <StatusBadge tone={tone}>{label}</StatusBadge> },
          { label: 'Last check', value: time(CheckedAt) },
          { label: 'Last attempt', value: time(TriedAt ?? LastDiscovered?.SeenAt) },
          { label: 'Certificate last seen', value: time(Certificates[0]?.SeenAt ?? LastDiscovered?.SeenAt) },
          { label: 'Address', ...(Address ? { copy: Address } : { value: '–' }) },
        ]}
      >
        {problems.length > 0 && (
          <Group gap={6} component="ul" className={classes.problems} aria-label="Problems">
            {problems.map((name) => (
              <li key={name}>
                <StatusBadge tone={stateWords[problemState(name)].tone}>{problemLabel(name)}</StatusBadge>
              </li>
            ))}
          </Group>
        )}
      </EntityHeader>
      {Failure && (
        <Notice tone="warn" title={`The last attempt failed: ${Failure}`}>
          <span>
            Tried {time(TriedAt)}. {CheckedAt ? 'Earlier results are shown below.' : 'There are no earlier results.'}
          </span>
        </Notice>
      )}
      {isUnknown && (
        <Notice tone="info" title="This host has not been seen yet">
          <span>Nothing below was tested. Choose “Check now” to test it.</span>
        </Notice>
      )}
      {LastDiscovered && CheckedAt && Certificates.length === 0 && (
        <Notice tone="info" title="The host has presented another certificate since its last check">
          <span>Its certificate is tested with the next check.</span>
        </Notice>
      )}
      {Certificates.map((one) => (
        <ServedCertificatePanel key={one.sha256} certificate={one}>
          <Findings title={certificateTitle(one.ShownTo)} findings={certificateFindings(one, name, now)} />
        </ServedCertificatePanel>
      ))}
      {LastDiscovered && !known.includes(LastDiscovered.CertID) && (
        <ServedCertificatePanel certificate={LastDiscovered} />
      )}
      <Findings title="Protocols" findings={protocolFindings(host)} />
      <Findings title="Known vulnerabilities" findings={vulnerabilityFindings(host)} />
      <OtherHosts host={host} />
    </>
  )
}

const certificateTitle = (shownTo: readonly string[] = []) =>
  shownTo.length > 0 ? `Certificate for ${shownTo.join(' and ')} clients` : 'Certificate'

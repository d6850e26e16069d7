import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { NotReported } from '#components/offered/NotReported.tsx'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { countVulnerabilities } from '#contract/keys/discovery.ts'
import { weaknesses } from '#contract/keys/rules/weaknesses.ts'
import { paths } from '#paths.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './Host.module.css'

const maxShown = 50

/** Host page for servers with documented operations only: certificates found at the host, and counts over all hosts. */
export function HostOfStated({ host, port }: { host: string; port: number }) {
  const place = `${host}:${port}`
  const certificates = useQuery(query(findCertificates, { places: [place], offset: 0, limit: maxShown }))
  const counts = useQuery(query(countVulnerabilities, {}))
  const counted = counts.data?.SSLVulnerabilityCount
  return (
    <>
      <NotReported what="the health of this host">
        It lists certificates found on hosts and counts vulnerable hosts without naming them. Protocols, cipher suites,
        chain, name and revocation of this host are not reported and may have problems. “Check now” reads the
        certificate of the host.
      </NotReported>
      <Panel title="Certificates found at this host">
        <QueryState
          error={certificates.error}
          refetch={certificates.refetch}
          waiting={certificates.isPending}
          lines={2}
        />
        {certificates.data?.rows.length === 0 && <Text size="sm">This server lists no certificate at {place}.</Text>}
        <ul className={classes.plain}>
          {certificates.data?.rows.map(({ id, name, issuer, expiry }) => (
            <li key={id}>
              <Anchor component={Link} size="sm" underline="always" to={paths.certificate(id)}>
                {name || `Certificate ${id}`}
              </Anchor>
              , issued by {issuer || 'an unknown issuer'}, expires <Moment at={expiry.at} raw={expiry.raw} />
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Vulnerabilities over all hosts">
        <QueryState error={counts.error} refetch={counts.refetch} waiting={counts.isPending} lines={2} />
        {counts.data && (
          <>
            <Text size="sm">This server does not report which hosts these are.</Text>
            <ul className={classes.plain}>
              {weaknesses.map((name) => (
                <li key={name}>
                  {name}: {counted?.[name] === undefined ? 'not reported' : counted[name].toLocaleString('en')}
                </li>
              ))}
            </ul>
          </>
        )}
      </Panel>
    </>
  )
}

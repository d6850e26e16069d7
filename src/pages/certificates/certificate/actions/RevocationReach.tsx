import { useQuery } from '@tanstack/react-query'
import { queryIfOffered } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { notReported } from '#components/offered/not-reported.ts'
import type { Output } from '#contract/endpoint.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { instantOf } from '#contract/time.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { absoluteTime } from '#ui/values/moment.ts'
import classes from './DeployResult.module.css'
import { reachOf } from './reach-of.ts'

export const authoritiesQuery = queryIfOffered(listAuthorities, {})
type Authority = Output<typeof listAuthorities>['rows'][number]

/** The authority with this name; undefined if there is none or several. */
export function authorityOf(rows: readonly Authority[], issuer: string): Authority | undefined {
  const [found, ...others] = rows.filter(({ commonName }) => commonName === issuer && issuer !== '')
  return others.length === 0 ? found : undefined
}

/** How clients learn of the revocation, and its consequences. */
export function RevocationReach({ issuer }: { issuer: string }) {
  const asked = useQuery(authoritiesQuery)
  const authority = asked.data ? authorityOf(asked.data.rows, issuer) : undefined
  return (
    <>
      <QueryProblem error={asked.error} refetch={asked.refetch} />
      <Notice tone="info" title="Revocation checks by clients">
        <ul className={classes.uses}>
          <li>
            Chrome and Edge do not check certificates of internal authorities, unless a policy requires it. Firefox uses
            OCSP only where it is enabled, and continues without a response.
          </li>
          <li>Windows checks the CRL or OCSP if an application requests it, and caches a CRL until it expires.</li>
          <li>OpenSSL, curl, Java, nginx, Apache, VPN gateways and RADIUS servers check only if configured.</li>
          <li>Clients that do not check accept it until it expires. Replace it wherever it is installed.</li>
        </ul>
      </Notice>
      <Notice tone="info" title="CRL and OCSP addresses">
        {authority ? (
          <ul className={classes.uses}>
            <li>
              CRL: {authority.crlUrl || 'no address'}. {reachOf(authority.crlUrl)}
            </li>
            <li>
              OCSP: {authority.ocspUrl || 'no address'}. {reachOf(authority.ocspUrl)}
            </li>
            <li>OCSP responses change at once. A new CRL is signed at the next request.</li>
            <li>{keptUntil(authority)}</li>
            <li>Certificates issued before these addresses changed contain the previous ones.</li>
          </ul>
        ) : (
          <span>
            {asked.data === null
              ? `${notReported} where its CRL and OCSP responder are reachable.`
              : asked.data
                ? 'No single internal authority has the name of its issuer. See the CRL distribution points and the authority information access of the certificate.'
                : 'Loading …'}
          </span>
        )}
      </Notice>
    </>
  )
}

/** How long clients may use their cached CRL. */
function keptUntil({ crlNextUpdate, crlNumber }: Authority): string {
  const until = instantOf(crlNextUpdate)
  if (until) return `Clients that have CRL number ${crlNumber ?? 'unknown'} may use it until ${absoluteTime(until)}.`
  if (crlNumber === undefined) return 'No CRL was requested yet, so no client has an older one.'
  return 'The latest change is not in a CRL yet. Clients may use an older one until it expires.'
}

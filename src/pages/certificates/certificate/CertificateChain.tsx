import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { findIssuers } from '#contract/console/certificate-list.ts'
import { expiryOf } from '#contract/certificate-state.ts'
import { isEnded } from '#contract/keys/rules/revocation-state.ts'
import type { Detail } from '#contract/keys/jobs/certificate-target.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { isOwnIssuer } from '#contract/keys/rules/origin.ts'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { useNow } from '#ui/values/clock.ts'
import classes from './Certificate.module.css'

/**
 * The certificate with its known issuers and their validity: the chain expires with its first certificate to expire.
 */
export function CertificateChain({ row, detail }: { row: InventoryRow; detail: Detail }) {
  const now = useNow()
  const isOwn = isOwnIssuer(row)
  const issuer = detail.issuer?.cname || row.issuer
  const asked = useQuery({ ...query(findIssuers, { id: row.id, issuer }), enabled: !isOwn })
  const links = asked.data?.links ?? []
  const above = aboveOf(detail)
  return (
    <Panel title="Chain">
      <QueryProblem error={asked.error} refetch={asked.refetch} />
      <ol className={classes.chain}>
        <li className={classes.own}>
          <div className={classes.link}>
            {row.name || `Certificate ${row.id}`}
            {isEnded(row.revocation) && <RevocationBadge revocation={row.revocation} />}
            <ExpiryBadge expiry={row.expiry} isEarly={row.isEarly} isEnded={isEnded(row.revocation)} />
          </div>
        </li>
        {isOwn ? (
          <li>Self-signed. Trusted only where it was installed manually.</li>
        ) : (
          links.map(({ name, count, certificate }, index) => (
            <li key={name}>
              <div className={classes.link}>
                issued by
                {certificate ? (
                  <Anchor size="sm" underline="always" component={Link} to={paths.certificate(certificate.id)}>
                    {name}
                  </Anchor>
                ) : (
                  <span>{name}</span>
                )}
                {certificate && isEnded(certificate.revocation) && (
                  <RevocationBadge revocation={certificate.revocation} />
                )}
                {index === 0 && above ? (
                  <ExpiryBadge expiry={expiryOf(above.expiry_date, now)} />
                ) : (
                  certificate && (
                    <ExpiryBadge
                      expiry={expiryOf(certificate.expiry.raw, now)}
                      isEnded={isEnded(certificate.revocation)}
                    />
                  )
                )}
              </div>
              <div className={classes.small}>{whereText(count)}</div>
            </li>
          ))
        )}
      </ol>
    </Panel>
  )
}

function whereText(found: number) {
  if (found === 0) return 'Not in the inventory. The rest of the chain is unknown.'
  return found === 1 ? 'In the inventory, matched by name.' : `${found} certificates in the inventory have this name.`
}

/** The issuing CA certificate, if the service has it. Its fields are undocumented. */
function aboveOf({ intermediate }: Detail): { expiry_date: string } | undefined {
  const expiry_date = (intermediate as Record<string, unknown> | undefined)?.expiry_date
  return typeof expiry_date === 'string' && expiry_date ? { expiry_date } : undefined
}

import { Link } from 'react-router'
import { instantOf } from '#contract/time.ts'
import type { Detail } from '#contract/keys/jobs/certificate-target.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './Certificate.module.css'

const maxShown = 10

/** Certificates with the same common name, and how they differ. */
export function Duplicates({ row, duplicates }: { row: InventoryRow; duplicates: readonly Detail[] }) {
  return (
    <Notice tone="info" title={`${row.ofThisName} certificates have this common name`}>
      <span>This page shows the certificate with ID {row.id}. Other certificates:</span>
      <ul className={classes.plain}>
        {duplicates.slice(0, maxShown).map((duplicate) => (
          <li key={duplicate.CertificateId ?? duplicate.endpoint?.serial}>
            <Anchor size="sm" underline="always" component={Link} to={paths.certificate(duplicate.CertificateId ?? '')}>
              ID {duplicate.CertificateId ?? 'unknown'}
            </Anchor>
            , serial number <code>{duplicate.endpoint?.serial || '–'}</code>, issued by {duplicate.issuer?.cname || '–'}
            , expires <Moment at={instantOf(duplicate.endpoint?.expiry_date)} raw={duplicate.endpoint?.expiry_date} />
          </li>
        ))}
      </ul>
      {duplicates.length > maxShown && (
        <span>{duplicates.length - maxShown} more. Search the inventory for the name.</span>
      )}
    </Notice>
  )
}

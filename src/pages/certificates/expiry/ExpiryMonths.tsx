import { Link } from 'react-router'
import { isEnded } from '#contract/keys/rules/revocation-state.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { paths } from '#paths.ts'
import { Anchor, Group } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { absoluteTime } from '#ui/values/moment.ts'
import type { Month } from './expiry-buckets.ts'
import classes from './ExpiryMonths.module.css'

/** Month after month, what ends in it. */
export function ExpiryMonths({ months }: { months: readonly Month[] }) {
  return months.map(({ month, label, rows }) => (
    <Panel key={month} title={label} aside={rows.length === 1 ? '1 certificate' : `${rows.length} certificates`}>
      <ul className={classes.month} aria-label={label}>
        {rows.map(({ id, name, issuer, expiry, revocation }) => (
          <li key={id}>
            <Anchor component={Link} to={paths.certificate(id)} size="sm">
              {name || `Certificate ${id}`}
            </Anchor>
            <span className={classes.issuer}>{issuer || '–'}</span>
            <span className={classes.when}>{expiry.at && absoluteTime(expiry.at)}</span>
            <Group gap={4}>
              {isEnded(revocation) && <RevocationBadge revocation={revocation} />}
              <ExpiryBadge expiry={expiry} isEnded={isEnded(revocation)} />
            </Group>
          </li>
        ))}
      </ul>
    </Panel>
  ))
}

import { Link } from 'react-router'
import { counted } from '#contract/words/counted.ts'
import { isEnded } from '#contract/keys/rules/revocation-state.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { paths } from '#paths.ts'
import { Anchor, Group } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { absoluteTime, asShown } from '#ui/values/moment.ts'
import { monthsOf } from './expiry-periods.ts'
import classes from './ExpiryMonths.module.css'

/** `isCut`: whether other pages have more rows, so that the first or last month can be incomplete. */
type Props = { rows: readonly InventoryRow[]; isCut: { before: boolean; behind: boolean } }

/** Expiring certificates by month. */
export function ExpiryMonths({ rows, isCut }: Props) {
  const months = monthsOf(rows)
  const where = (at: number) =>
    (isCut.before && at === 0) || (isCut.behind && at === months.length - 1) ? ' on this page' : ''
  return months.map(({ month, label, rows }, at) => (
    <Panel key={month} title={label} aside={counted(rows.length, 'certificate', 'certificates') + where(at)}>
      <ul className={classes.month} aria-label={label}>
        {rows.map(({ id, name, issuer, expiry, revocation }) => (
          <li key={id}>
            <Anchor component={Link} to={paths.certificate(id)} size="sm" data-tip="">
              {name || `Certificate ${id}`}
            </Anchor>
            <span className={classes.issuer} data-tip="">
              {issuer || '–'}
            </span>
            <span className={classes.when}>{expiry.at && absoluteTime(asShown(expiry.at, expiry.raw))}</span>
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

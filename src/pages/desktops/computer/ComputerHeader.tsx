import type { ReactNode } from 'react'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { ComputerDetail } from '#contract/desktop/inventory-fields.ts'
import { instantOf } from '#contract/time.ts'
import { given, wordsOf } from '#pages/desktops/computer-facts.ts'
import { ComputerBadge } from '#pages/desktops/computers/ComputerBadge.tsx'
import { StatusLegend } from '#pages/desktops/computers/StatusLegend.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Group } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './ComputerHeader.module.css'

type Props = { detail: ComputerDetail; row: Computer | undefined; children: ReactNode }

/** How it is doing, and what can be done. */
export function ComputerHeader({ detail: { scancomputer: scan }, row, children }: Props) {
  const contact = row?.agent_last_contact_time ?? scan?.agent_last_contact_time
  const installation = row?.installation_status ?? scan?.installation_status
  return (
    <section aria-label="Computer summary" className={classes.header}>
      <div className={classes.badges}>
        <span>
          Agent <ComputerBadge field="installation_status" value={installation} />
        </span>
        <span>
          Live status{' '}
          <ComputerBadge field="computer_live_status" value={row?.computer_live_status ?? scan?.computer_live_status} />
        </span>
        <span>
          Scan <ComputerBadge field="scan_status" value={scan?.scan_status} />
        </span>
        <span>
          Last contact <Moment at={instantOf(contact)} raw={given(contact)} />
        </span>
        <StatusLegend />
      </div>
      <Group gap="xs">{children}</Group>
      {installation === 29 && (
        <Notice tone="bad" title="The last action of the agent failed.">
          {wordsOf(row?.remarks)}
        </Notice>
      )}
    </section>
  )
}

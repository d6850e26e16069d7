import type { ReactNode } from 'react'
import { EntityHeader } from '#components/area/EntityHeader.tsx'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { ComputerDetail } from '#contract/desktop/inventory-fields.ts'
import { instantOf } from '#contract/time.ts'
import { given, wordsOf } from '#pages/desktops/computer-facts.ts'
import { ComputerBadge } from '#components/desktops/ComputerBadge.tsx'
import { StatusLegend } from '#pages/desktops/computers/StatusLegend.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Moment } from '#ui/values/Moment.tsx'

type Props = { detail: ComputerDetail; row: Computer | undefined; actions: ReactNode }

/** Health and actions. */
export function ComputerHeader({ detail: { scancomputer: scan }, row, actions }: Props) {
  const contact = row?.agent_last_contact_time ?? scan?.agent_last_contact_time
  const installation = row?.installation_status ?? scan?.installation_status
  return (
    <EntityHeader
      label="Computer summary"
      facts={[
        { label: 'Agent', value: <ComputerBadge field="installation_status" of={[row, scan]} /> },
        { label: 'Live status', value: <ComputerBadge field="computer_live_status" of={[row, scan]} /> },
        { label: 'Scan', value: <ComputerBadge field="scan_status" of={[row, scan]} /> },
        { label: 'Last contact', value: <Moment at={instantOf(contact)} raw={given(contact)} /> },
      ]}
      actions={
        <>
          <StatusLegend />
          {actions}
        </>
      }
    >
      {installation === 29 && (
        <Notice tone="bad" title="The last action of the agent failed.">
          {wordsOf(row?.remarks)}
        </Notice>
      )}
    </EntityHeader>
  )
}

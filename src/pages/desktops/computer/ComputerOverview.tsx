import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { NotesPanel } from '#components/annotations/NotesPanel.tsx'
import { RecentJobs } from '#components/jobs/RecentJobs.tsx'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { scanComputers } from '#contract/desktop/inventory.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor, Stack } from '#ui/layout/layout.ts'
import { Properties } from '#ui/values/Properties.tsx'
import { RawRecord } from '#ui/values/RawRecord.tsx'
import { idOf } from '#pages/desktops/computer-facts.ts'
import { computerIdOf, detailQuery, isFromList, rowQuery } from './computer-query.ts'
import { agentCard, computerCard, hardwareCard, networkCard, scanCard, systemCard, titleOf } from './ComputerCards.tsx'
import { ComputerVitals } from './ComputerVitals.tsx'
import { DiskMeter } from './DiskMeter.tsx'
import { disksOf } from './disks.ts'

/** All known facts about a computer, in groups. */
export function Component() {
  const id = computerIdOf(useParams())
  const { data: detail } = useSuspenseQuery(detailQuery(id))
  const { data: listed, error, refetch } = useQuery(rowQuery(id))
  const row = listed?.rows.find((one) => idOf(one) === id)
  const disks = disksOf(detail.computer_disk_summary)
  const software = detail.computer_software_summary
  // With data of the list only, it is unknown whether an inventory exists.
  const isTold = !isFromList(detail)
  const isScanned = detail.computer_hardware_summary !== undefined || disks.length > 0
  return (
    <Stack gap="md">
      {isTold && !isScanned && (
        <Notice tone="info" title="No hardware, disk or software inventory yet.">
          The inventory is available after a successful scan.
        </Notice>
      )}
      {error && <PartProblem error={error} of={listComputers} onRetry={refetch} />}
      <ComputerVitals detail={detail} row={row} />
      <NotesPanel
        key={id}
        kind="computer"
        subject={id}
        label={titleOf(detail, row)}
        identifiers={identifiersOf.computer({ serial: detail.computer_hardware_summary?.serial_number, id })}
      />
      <Properties title="Computer" items={computerCard(detail, row)} />
      <Properties title="User and network" items={networkCard(detail, row)} />
      {disks.length > 0 && (
        <Properties
          title="Disks"
          columns={1}
          items={disks.map((disk) => ({ label: disk.name, value: <DiskMeter disk={disk} />, note: disk.system }))}
        />
      )}
      {detail.computer_hardware_summary && (
        <Properties title="Hardware" items={hardwareCard(detail.computer_hardware_summary)} />
      )}
      <Properties title="Operating system" items={systemCard(detail, row)} />
      <Properties title="Agent" items={agentCard(detail, row)} />
      {isTold && <Properties title="Scan" items={scanCard(detail)} />}
      {software && (
        <Properties
          title="Software"
          actions={
            <Anchor component={Link} to={paths.computerSoftware(id)} size="sm">
              All software on this computer
            </Anchor>
          }
          items={[
            { label: 'Total', value: counted(software.total_software) },
            { label: 'Commercial', value: counted(software.commercial_software) },
            { label: 'Non-commercial', value: counted(software.non_commercial_software) },
            { label: 'Unidentified', value: counted(software.unidentified_software) },
            { label: 'Prohibited', value: counted(software.prohibited_software) },
          ]}
        />
      )}
      <RecentJobs kind="computer" subject={id} endpoint={scanComputers} />
      <RawRecordSection value={{ computers: row ?? null, ...(isTold && { compdetailssummary: detail }) }} />
    </Stack>
  )
}

const counted = (count: number | undefined) => count?.toLocaleString('en') ?? '–'

/** The raw record, rendered when expanded. */
function RawRecordSection({ value }: { value: unknown }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Raw record</summary>
      {open && <RawRecord value={value} />}
    </details>
  )
}

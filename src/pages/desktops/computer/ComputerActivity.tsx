import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Activity } from '#components/activity/Activity.tsx'
import { changeSource } from '#components/activity/record-sources.ts'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { listComputerChanges } from '#contract/fleet/computer-endpoints.ts'
import { paths } from '#paths.ts'
import { computerIdOf, detailQuery } from './computer-query.ts'

/** Audit, jobs, notes and changes of this computer. */
export function Component() {
  const id = computerIdOf(useParams())
  const { data: detail } = useSuspenseQuery(detailQuery(id))
  const serial = detail.computer_hardware_summary?.serial_number
  return (
    <Activity
      key={id}
      kind="computer"
      subject={id}
      search={id}
      identifiers={identifiersOf.computer({ serial, id })}
      changes={changeSource(listComputerChanges, { resource_id: id }, (field) =>
        field === 'app' ? paths.computerSoftware(id) : paths.computer(id),
      )}
    />
  )
}

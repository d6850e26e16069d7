import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ApproveDialog } from '#components/approvals/ApprovalSteps.tsx'
import { chosenAtOnce } from '#contract/console/approvals.ts'
import { type JobItem, readJob } from '#contract/console/jobs.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { Selected } from '#ui/table/DataTable.tsx'

/** Of a held job, the chosen items that wait: the others are skipped. */
export function ApproveChosen({ count = 0, withRows }: Selected<JobItem>) {
  const { id = '' } = useParams()
  const { data: job } = useQuery(query(readJob, { job: Number(id) }))
  const [chosen, setChosen] = useState<readonly JobItem[]>()
  const isTooMuch = count > chosenAtOnce && `Choose at most ${chosenAtOnce.toLocaleString('en')}.`
  return (
    <>
      <ActionButton
        size="compact-xs"
        variant="filled"
        reason={isTooMuch}
        onClick={() =>
          withRows('Approve selected', (rows) => setChosen(rows.filter(({ outcome }) => outcome === 'waiting')))
        }
      >
        Approve selected
      </ActionButton>
      {chosen?.length === 0 && (
        <Dialog title="Nothing to approve" onClose={() => setChosen(undefined)}>
          <Text size="sm">None of the selected items is waiting: they are skipped already.</Text>
        </Dialog>
      )}
      {job && chosen && chosen.length > 0 && (
        <ApproveDialog job={job} chosen={chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  )
}

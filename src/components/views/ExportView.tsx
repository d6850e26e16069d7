import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAttempt } from '#api/change.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { type JobOrder, startAsJob } from '#components/jobs/start-job.ts'
import { retentionHours } from '#contract/console/jobs.ts'
import { exportRows, maxRowsOfFile, maxRowsOfPage, type Question } from '#contract/console/views/views.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'

type Props = {
  name: string
  question: Question
  /** Number of rows, if the dialog opened because there are too many to export in the browser. */
  total?: number
  onClose: () => void
}

/** Dialog for exporting all rows of a list as a job, immediately or on a schedule. */
export function ExportView({ name, question, total, onClose }: Props) {
  const navigate = useNavigate()
  const [isPlanned, setPlanned] = useState(false)
  const { problem, pending, attempt } = useAttempt()
  const order: JobOrder = {
    endpoint: exportRows,
    title: `Export ${name}`,
    input: {},
    items: [{ subject: question.list, label: name, input: { ...question, name } }],
  }
  if (isPlanned) return <PlanDialog order={order} initial="monthly" onPlanned={onClose} onClose={onClose} />
  const start = async () => {
    const { id } = await startAsJob(order)
    onClose()
    await navigate(paths.job(String(id)))
  }
  return (
    <Dialog title={`Export ${name}`} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          {total !== undefined &&
            `The list has ${total.toLocaleString('en')} rows. A page exports up to ${maxRowsOfPage.toLocaleString('en')}. `}
          A job reads the list page by page with your account, up to {maxRowsOfFile.toLocaleString('en')} rows, and
          keeps a CSV file for {retentionHours} hours. Only you can download it. Its columns are the fields of the rows
          as the server names them.
        </Text>
        {problem && <ProblemPanel problem={problem} />}
        <Group justify="end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => setPlanned(true)}>
            Schedule…
          </Button>
          <Button loading={pending} onClick={() => attempt(start)} data-autofocus>
            Start export
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

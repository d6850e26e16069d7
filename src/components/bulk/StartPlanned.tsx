import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { change, useAttempt } from '#api/change.ts'
import { query } from '#api/query.ts'
import { typeToConfirm } from '#components/actions/action-reason.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { countOf, stateText } from '#components/jobs/job-words.ts'
import { planEveryMs } from '#components/jobs/start-job.ts'
import { isPlanning, readJob, startJob } from '#contract/console/jobs.ts'
import type { StatedReason } from '#contract/reason.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Anchor, Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { ConfirmationField } from './ConfirmationField.tsx'

type Props = {
  job: number
  why?: StatedReason | undefined
  /** Verb for the button: `Revoke`. */
  action: string
  kind: SubjectKind
  /** Confirmation phrase of an irreversible action, by the number of its items. */
  phraseOf?: ((count: number) => string) | undefined
  onStarted?: () => void
  onClose: () => void
}

/** Preview of the planned job, which can still be in preparation. */
export function StartPlanned({ job: id, why, action, kind, phraseOf, onStarted, onClose }: Props) {
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    ...query(readJob, { job: id }),
    refetchInterval: ({ state }) => (isPlanning(state.data) ? planEveryMs : false),
  })
  const [typedText, setTypedText] = useState('')
  const { problem, pending, attempt } = useAttempt()
  const navigate = useNavigate()
  if (!job) return <QueryState error={error} refetch={refetch} waiting={!error} />
  const { waiting } = job.counts
  const isReady = job.why === undefined
  const phrase = phraseOf?.(waiting)
  const missing = phrase !== undefined && typedText.trim() !== phrase && typeToConfirm
  const start = async () => {
    await change(startJob, { job: id, ...why })
    await navigate(paths.job(String(id)))
    onStarted?.()
  }
  return (
    <Stack gap="md">
      {isPlanning(job) && <Loading lines={1} />}
      <output>
        {(isReady || job.total > 0) && stateText(job)} {job.why?.message}
      </output>
      <Anchor component={Link} size="sm" underline="always" to={paths.job(String(id))}>
        Show plan and skipped items
      </Anchor>
      {isReady && waiting > 0 && phrase !== undefined && (
        <ConfirmationField phrase={phrase} value={typedText} onChange={setTypedText} />
      )}
      {problem && <ProblemPanel problem={problem} />}
      <Text size="sm" c="dimmed">
        The job runs on the server. You can close the page or sign out, and start it later from its own page.
      </Text>
      <Group justify="end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {isReady && waiting > 0 && (
          <ActionButton
            variant="filled"
            color={phraseOf && 'red.9'}
            reason={missing}
            loading={pending}
            onClick={() => attempt(start)}
          >
            {action} {countOf(kind, waiting)}
          </ActionButton>
        )}
      </Group>
    </Stack>
  )
}

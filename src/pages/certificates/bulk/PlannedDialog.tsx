import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '#api/call.ts'
import { change, useAttempt } from '#api/change.ts'
import { query } from '#api/query.ts'
import { typeToConfirm } from '#components/actions/action-reason.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ConfirmationField } from '#components/bulk/ConfirmationField.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { countOf, stateText } from '#components/jobs/job-words.ts'
import { readJob, startJob } from '#contract/console/jobs.ts'
import { planCertificates, planning, type PlannedOperation } from '#contract/console/plans/certificate-plans.ts'
import type { JsonObject } from '#contract/json.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import type { StatedReason } from '#contract/reason.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Anchor, Button, Group, Stack, Text } from '#ui/layout/layout.ts'

type Order = { operation: PlannedOperation; input: JsonObject; title?: string; why?: StatedReason | undefined }
type Props = {
  title: string
  /** Verb for the button: `Revoke`. */
  action: string
  rows: readonly InventoryRow[]
  /** Options of the action; `reason` states why it cannot start yet. */
  fields?: ReactNode
  reason?: string | false | undefined
  /** Word of the confirmation phrase of an irreversible action: `revoke` for `revoke 3`. */
  typed?: string
  /** Undefined if canceled. */
  order: () => Order | undefined | Promise<Order | undefined>
  onClose: () => void
}

/**
 * For selections that are too large to check in the browser: the server plans the job, and the user starts it after a
 * preview.
 */
export function PlannedDialog({ title, action, rows, fields, reason, typed, order, onClose }: Props) {
  const { problem, pending, attempt } = useAttempt()
  const [planned, setPlanned] = useState<{ job: number; why?: StatedReason | undefined }>()
  const count = countOf('certificate', rows.length)
  const plan = async () => {
    const given = await order()
    if (!given) return
    const { operation, input, why } = given
    const name = [action, count, given.title].filter(Boolean).join(' ').slice(0, 200)
    const ids = rows.map(({ id }) => id)
    const { id: job } = await call(planCertificates, { operation, title: name, input, ids })
    setPlanned({ job, why })
  }
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      {planned ? (
        <StartPlanned {...planned} action={action} typed={typed} onClose={onClose} />
      ) : (
        <Stack gap="md">
          {fields}
          <Text size="sm">
            {count} are selected. The console checks each of them and skips those that are not eligible, with the
            reason. Nothing is sent until you start the job.
          </Text>
          {problem && <ProblemPanel problem={problem} />}
          <Group justify="end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <ActionButton variant="filled" reason={reason} loading={pending} onClick={() => attempt(plan)}>
              Plan {count}
            </ActionButton>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

type Start = { job: number; why?: StatedReason | undefined } & Pick<Props, 'action' | 'typed' | 'onClose'>

/** Preview of the planned job, which can still be in preparation. */
function StartPlanned({ job: id, why, action, typed, onClose }: Start) {
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    ...query(readJob, { job: id }),
    refetchInterval: ({ state }) => (state.data?.why?.code === planning ? 1000 : false),
  })
  const [typedText, setTypedText] = useState('')
  const { problem, pending, attempt } = useAttempt()
  const navigate = useNavigate()
  if (!job) return <QueryState error={error} refetch={refetch} waiting={!error} />
  const { waiting } = job.counts
  const isReady = job.why === undefined
  const phrase = typed && `${typed} ${waiting}`
  const missing = phrase !== undefined && typedText.trim() !== phrase && typeToConfirm
  const start = async () => {
    await change(startJob, { job: id, ...why })
    await navigate(paths.job(String(id)))
    onClose()
  }
  return (
    <Stack gap="md">
      {job.why?.code === planning && <Loading lines={1} />}
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
            color={typed && 'red.9'}
            reason={missing}
            loading={pending}
            onClick={() => attempt(start)}
          >
            {action} {countOf('certificate', waiting)}
          </ActionButton>
        )}
      </Group>
    </Stack>
  )
}

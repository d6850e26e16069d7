import { type ReactNode, useState } from 'react'
import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { StartPlanned } from '#components/bulk/StartPlanned.tsx'
import { countOf } from '#components/jobs/job-words.ts'
import { planCertificates, type PlannedOperation } from '#contract/console/plans/certificate-plans.ts'
import type { JsonObject } from '#contract/json.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import type { StatedReason } from '#contract/reason.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'

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
        <StartPlanned
          {...planned}
          action={action}
          kind="certificate"
          phraseOf={typed === undefined ? undefined : (waiting) => `${typed} ${waiting}`}
          onStarted={onClose}
          onClose={onClose}
        />
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

import { type ComponentProps, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAttempt } from '#api/change.ts'
import { typeToConfirm } from '#components/actions/action-reason.ts'
import type { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { ConfirmationField } from './ConfirmationField.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { type JobOrder, startAsJob } from '#components/jobs/start-job.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { counted } from '#contract/words/counted.ts'
import type { JsonObject } from '#contract/json.ts'
import type { StatedReason } from '#contract/reason.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { type Plan, possible } from './plan.ts'

type Order = Pick<JobOrder, 'endpoint' | 'input'> & {
  /** Appended to the job title `Revoke 3 certificates`. */
  title?: string
  why?: StatedReason | undefined
}
type Props<T> = {
  title: string
  /** Verb for the button: `Revoke`. */
  action: string
  /** Singular and plural: `certificate`, `certificates`. */
  nouns: readonly [one: string, many: string]
  /** Undefined while they are loading. */
  plans: readonly Plan<T>[] | undefined
  /** Error of loading the plans. */
  unread?: Pick<ComponentProps<typeof QueryProblem>, 'error' | 'refetch'>
  /** Options of the action; `reason` states why it cannot start yet. */
  fields?: ReactNode
  reason?: string | false | undefined
  /** Word of the confirmation phrase of an irreversible action: `revoke` for `revoke 3`. */
  typed?: string
  /** Returns the job to create; undefined if the user cancels. */
  order: () => Order | undefined | Promise<Order | undefined>
  /** Item-specific input in addition to the subject. */
  inputOf?: (item: T) => JsonObject
  onClose: () => void
}

/**
 * Preview of the effect on each item, including items that must be skipped. Starts a job, whose page shows the results.
 */
export function JobDialog<T>(props: Props<T>) {
  const { title, action, nouns, plans, unread, fields, reason, typed, order, inputOf, onClose } = props
  const [typedText, setTypedText] = useState('')
  const { problem, pending, attempt } = useAttempt()
  const navigate = useNavigate()
  const ready = possible(plans ?? [])
  const phrase = typed && `${typed} ${ready.length}`
  const what = `${action} ${counted(ready.length, ...nouns)}`
  const [planned, setPlanned] = useState<JobOrder>()
  const ordered = async (): Promise<JobOrder | undefined> => {
    const given = await order()
    if (!given) return undefined
    const items = (plans ?? []).map((plan) => itemOf(plan, inputOf))
    return { ...given, title: [what, given.title].filter(Boolean).join(' ').slice(0, 200), items }
  }
  const start = async () => {
    const given = await ordered()
    if (!given) return
    const { id } = await startAsJob(given)
    await navigate(paths.job(String(id)))
    onClose()
  }
  const missing = reason || (phrase !== undefined && typedText.trim() !== phrase && typeToConfirm)
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <form
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        <Stack gap="md">
          {fields}
          {plans === undefined ? (
            <QueryState error={unread?.error} refetch={unread?.refetch} waiting lines={3} />
          ) : (
            <DataTable
              caption={title}
              rows={plans}
              columns={columns}
              rowId={({ id }) => id}
              empty={<Empty title="Nothing is selected" />}
            />
          )}
          {phrase !== undefined && ready.length > 0 && (
            <ConfirmationField phrase={phrase} value={typedText} onChange={setTypedText} />
          )}
          {problem && <ProblemPanel problem={problem} />}
          <Text size="sm" c="dimmed">
            This starts a job. It runs on the server: you can close the page or sign out.
          </Text>
          <Group justify="end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            {ready.length > 0 && (
              <ActionButton reason={missing} onClick={() => attempt(async () => setPlanned(await ordered()))}>
                Schedule…
              </ActionButton>
            )}
            {ready.length > 0 && (
              <ActionButton
                variant="filled"
                color={typed && 'red.9'}
                reason={missing}
                loading={pending}
                onClick={() => attempt(start)}
              >
                {what}
              </ActionButton>
            )}
          </Group>
        </Stack>
      </form>
      {planned && (
        <PlanDialog
          order={planned}
          isOnce={typed !== undefined}
          onPlanned={onClose}
          onClose={() => setPlanned(undefined)}
        />
      )}
    </Dialog>
  )
}

function itemOf<T>({ id, name, item, refusal }: Plan<T>, inputOf: ((item: T) => JsonObject) | undefined) {
  const named = { subject: id.slice(0, 500), label: name.slice(0, 300) }
  if (refusal !== undefined) return { ...named, skip: refusal.slice(0, 300) }
  return { ...named, ...(inputOf && { input: inputOf(item) }) }
}

const { text } = columnsOf<Plan<unknown>>({ priority: 1, breaks: true })
const columns = [
  text('name', 'Name', ({ name }) => name, { width: '34%' }),
  text('effect', 'What happens', ({ effects, refusal }) => refusal ?? effects.join(' '), {
    cell: ({ effects, refusal }) =>
      refusal === undefined ? (
        effects.map((effect) => <div key={effect}>{effect}</div>)
      ) : (
        <>
          <StatusBadge tone="muted">Not possible</StatusBadge> {refusal}
        </>
      ),
  }),
]

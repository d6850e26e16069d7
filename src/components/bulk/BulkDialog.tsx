import { type ReactNode, useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { typeToConfirm } from '#components/actions/action-reason.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { counted } from '#components/attention/concern.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Field } from '#ui/form/PlainFields.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { eachItem, isDone, isFailed, type Outcomes } from './each-item.ts'
import { type Plan, possible } from './plan.ts'
import { RunProgress } from './RunProgress.tsx'
import { RunResult } from './RunResult.tsx'
import { useRun } from './use-run.ts'

type Props<T, C> = {
  title: string
  /** The verb on the button: `Revoke`. */
  action: string
  /** `certificate`, `certificates` */
  nouns: readonly [one: string, many: string]
  /** Undefined while it is being read what can be done. */
  plans: readonly Plan<T>[] | undefined
  /** What has to be chosen first, and why it cannot begin without. */
  fields?: ReactNode
  reason?: string | false | undefined
  /** What cannot be undone is confirmed by a word and the number of items: `revoke 3`. */
  typed?: string
  /** Asks what is needed once for all of them; undefined where the person would rather not. */
  begin: () => Promise<C | undefined>
  /** One call for one item. Says what was done, or throws why not. */
  work: (item: T, context: C) => Promise<string>
  /** After a run, and after each retry: what depends on it is fetched anew, a file is saved. */
  onEnd?: (done: readonly T[], isComplete: boolean) => Promise<unknown> | void
  /** What follows, below the results. */
  after?: ReactNode
  onClose: () => void
}

/** What will happen to each item and what cannot, then one after the other with a result of each. */
export function BulkDialog<T, C>(props: Props<T, C>) {
  const { title, action, nouns, plans, fields, reason, typed, begin, work, onEnd, after, onClose } = props
  const [typedText, setTypedText] = useState('')
  const [context, setContext] = useState<C>()
  const { problem, pending, attempt } = useAttempt()
  const run = useRun<Plan<T>>(({ id }) => id)
  const { outcomes, running } = run
  const ready = possible(plans ?? [])
  const done = ready.filter(({ id }) => isDone(outcomes.get(id)))
  const failed = ready.filter(({ id }) => isFailed(outcomes.get(id)))
  const hasBegun = outcomes.size > 0 || running !== undefined
  const left = ready.filter(({ id }) => !isDone(outcomes.get(id)))
  const phrase = typed && `${typed} ${ready.length}`

  const go = async (wanted: readonly Plan<T>[], given: C) => {
    const ended = new Set(done)
    await run.run(wanted.length, (watch) =>
      eachItem(
        wanted,
        { ...watch, report: (plan, outcome) => (isDone(outcome) && ended.add(plan), watch.report(plan, outcome)) },
        ({ item }) => work(item, given),
      ),
    )
    await onEnd?.(
      [...ended].map(({ item }) => item),
      ended.size === ready.length,
    )
  }
  const start = async () => {
    const given = context ?? (await begin())
    if (given === undefined) return
    setContext(given)
    await go(left, given)
  }
  const missing = reason || (phrase !== undefined && typedText.trim() !== phrase && typeToConfirm)
  return (
    <Dialog title={title} size="xl" {...(!running && { onClose })}>
      <form
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        <Stack gap="md">
          {!hasBegun && fields}
          {plans === undefined ? (
            <Loading lines={3} />
          ) : (
            <DataTable
              caption={title}
              rows={plans}
              columns={columnsFor<T>(outcomes, hasBegun)}
              rowId={({ id }) => id}
              empty={<Empty title="Nothing is selected" />}
            />
          )}
          <RunProgress label={action} run={run} many={nouns[1]} />
          {hasBegun && !running && (
            <Notice
              tone={failed.length === 0 && done.length === ready.length ? 'ok' : 'warn'}
              title={resultText({ done: done.length, failed: failed.length, of: ready.length })}
              urgent
            />
          )}
          {hasBegun && !running && after}
          {!hasBegun && phrase !== undefined && ready.length > 0 && (
            <Field label={`Type “${phrase}” to confirm`} value={typedText} onChange={setTypedText} />
          )}
          {problem && <ProblemPanel problem={problem} />}
          <Group justify="end" gap="sm">
            {!running && (
              <Button variant="default" onClick={onClose}>
                {hasBegun ? 'Close' : 'Cancel'}
              </Button>
            )}
            {plans && ready.length > 0 && left.length > 0 && !running && (
              <ActionButton
                variant="filled"
                color={typed && 'red.9'}
                reason={!hasBegun && missing}
                loading={pending}
                onClick={() => attempt(start)}
              >
                {hasBegun
                  ? `${failed.length > 0 ? 'Retry' : 'Continue with'} ${counted(left.length, ...nouns)}`
                  : `${action} ${counted(ready.length, ...nouns)}`}
              </ActionButton>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function resultText({ done, failed, of }: { done: number; failed: number; of: number }) {
  const left = of - done - failed
  return [
    `${done.toLocaleString('en')} of ${of.toLocaleString('en')} done`,
    failed > 0 ? `${failed.toLocaleString('en')} failed` : '',
    left > 0 ? `${left.toLocaleString('en')} not started` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function columnsFor<T>(outcomes: Outcomes, hasBegun: boolean): Column<Plan<T>>[] {
  const { text } = columnsOf<Plan<T>>({ priority: 1, breaks: true })
  const result: Column<Plan<T>> = {
    id: 'result',
    header: 'Result',
    priority: 1,
    width: '34%',
    cell: ({ id, refusal }) => (refusal === undefined ? <RunResult outcome={outcomes.get(id)} /> : 'Left out'),
  }
  return [
    text('name', 'Name', ({ name }) => name, { width: hasBegun ? '26%' : '34%' }),
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
    ...(hasBegun ? [result] : []),
  ]
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { maxRead } from '#components/bulk/plan.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { startAsJob } from '#components/jobs/start-job.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { notReported } from '#components/offered/not-reported.ts'
import { maxItems } from '#contract/console/jobs.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { ComputerAction } from '#contract/desktop/status.ts'
import { idOf, nameOf } from '#pages/desktops/computer-facts.ts'
import { computerColumns } from '#pages/desktops/computers/ComputerColumns.tsx'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { focusOn } from '#ui/keyboard/focus-on.ts'
import { Group, Stack, Title } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { jobFor } from './agent-job.ts'
import { type AgentStep, computerCount, factsOf, ofRemoval, type Plan, planOf } from './agent-plan.ts'
import { checkQuery } from './chosen-computers.ts'
import { ChooseOthers, PlannedCheck } from './PlannedCheck.tsx'

type Props = Omit<AgentStep, 'step'>

/** Preview of included and excluded computers, with reasons. */
export function AgentCheck({ action, ids, query, filter, all }: Props) {
  const isReadHere = !all && ids.length <= maxRead
  const { data, error, refetch } = useQuery({ ...checkQuery(ids), enabled: isReadHere })
  const count = all?.count ?? ids.length
  if (count > maxItems) return <TooMany count={count} />
  if (!isReadHere) return <PlannedCheck {...{ action, ids, query, filter, all }} />
  if (!data) return <QueryState error={error} refetch={refetch} waiting />
  return (
    <>
      <QueryProblem error={error} refetch={refetch} />
      <Preview
        action={action}
        plan={planOf(action, ids, data.rows, data.untold)}
        untold={data.untold.length}
        query={query}
      />
    </>
  )
}

const TooMany = ({ count }: { count: number }) => (
  <Notice tone="warn" title={`${computerCount(count)} selected. The maximum is ${computerCount(maxItems)} at a time.`}>
    <ChooseOthers />
  </Notice>
)

type Planned = { action: ComputerAction; plan: Plan; query: string | undefined }

function Preview({ action, plan, untold, query }: Planned & { untold: number }) {
  const { able, unable, missing } = plan
  const { title, doneWords } = factsOf[action]
  const wanted = `To be ${doneWords.toLowerCase()}`
  const down = able.filter(({ computer_live_status: live }) => live !== undefined && live !== 1).length
  return (
    <Stack gap="md">
      <Title order={2} size="h3" w="fit-content" tabIndex={-1} ref={focusOn}>
        {able.length === 0
          ? `${title}: not possible on any of these computers`
          : `${title}: ${computerCount(able.length)}`}
      </Title>
      {untold > 0 && (
        <Notice tone="info" title={`${notReported} the status of ${computerCount(untold)}`}>
          <span>It does not report single computers, and its list is too long to search. The server decides.</span>
        </Notice>
      )}
      {down > 0 && <Notice tone="info" title={`${notLive(able.length, down)} The action may fail or be delayed.`} />}
      {unable.length > 0 && (
        <Listed title="Skipped">
          <DataTable
            caption="Skipped"
            rows={unable}
            rowId={({ computer }) => idOf(computer)}
            columns={leftOutColumns}
            empty={null}
          />
        </Listed>
      )}
      {missing.length > 0 && (
        <Notice tone="warn" title={`The server no longer lists ${computerCount(missing.length)} of the selected ones.`}>
          <code>{missing.join(', ')}</code>
        </Notice>
      )}
      <Listed title={wanted}>
        <DataTable
          caption={wanted}
          rows={able}
          rowId={idOf}
          rowHref={(computer) => paths.computer(idOf(computer))}
          columns={shownColumns}
          empty={<Empty title="No eligible computers" hint="The reason for each computer is listed above." />}
        />
      </Listed>
      <Group gap="sm">
        {able.length > 0 && <Send action={action} plan={plan} query={query} />}
        <ChooseOthers />
      </Group>
    </Stack>
  )
}

const Listed = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="xs">
    <Title order={3} size="h5">
      {title}
    </Title>
    {children}
  </Stack>
)

function notLive(all: number, down: number): string {
  if (all === 1) return 'The computer is not reported as live.'
  if (down === all) return 'None of them is reported as live.'
  return `${down.toLocaleString('en')} of them ${down === 1 ? 'is' : 'are'} not reported as live.`
}

const shownColumns = computerColumns.filter(({ hidden }) => !hidden)
const { text } = columnsOf<{ computer: Computer; why: string }>()
const leftOutColumns = [
  text('name', 'Name', ({ computer }) => nameOf(computer), { width: '40%' }),
  text('why', 'Reason', ({ why }) => why),
]

/** Starts the job and opens its page. Removal requires a typed confirmation. */
function Send({ action, plan, query }: Planned) {
  const { verb, title, endpoint } = factsOf[action]
  const { able } = plan
  // Irreversible actions are not scheduled for the results of a query.
  const queried = 'danger' in endpoint ? undefined : query
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const send = async () => {
    const { id } = await startAsJob(jobFor(action, plan))
    // Back leads to the selection instead of the submitted form.
    await navigate(paths.job(String(id)), { replace: true })
  }
  const { problem, pending, attempt } = useAttempt()
  return (
    <>
      <ActionButton
        variant="filled"
        endpoint={endpoint}
        loading={pending}
        color={action === 'uninstall' ? 'red.9' : undefined}
        onClick={() => (action === 'uninstall' ? setAsks(true) : attempt(send))}
      >
        {`${verb} ${computerCount(able.length)}`}
      </ActionButton>
      <ActionButton
        endpoint={endpoint}
        renderDialog={(close) => (
          <PlanDialog
            // The number of computers of a query can differ between runs.
            order={{ ...jobFor(action, plan), ...(queried !== undefined && { title: `${title} (Query)` }) }}
            query={queried}
            of="computer"
            onClose={close}
          />
        )}
      >
        Schedule…
      </ActionButton>
      <QueryProblem error={problem} />
      {asks && (
        <Confirm
          title={`${title} from ${computerCount(able.length)}?`}
          action="Uninstall"
          typed={computerCount(able.length)}
          onConfirm={send}
          onClose={() => setAsks(false)}
        >
          {ofRemoval}
        </Confirm>
      )}
    </>
  )
}

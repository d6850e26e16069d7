import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { StartPlanned } from '#components/bulk/StartPlanned.tsx'
import { type JobOrder, untilPlanned } from '#components/jobs/start-job.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { planAgentAction } from '#contract/console/plans/selection-plans.ts'
import { paths } from '#paths.ts'
import { focusOn } from '#ui/keyboard/focus-on.ts'
import { Group, Stack, Text, Title } from '#ui/layout/layout.ts'
import { type AgentStep, computerCount, factsOf, ofRemoval } from './agent-plan.ts'

export const ChooseOthers = () => (
  <ActionLink to={paths.desktopAgents} w="fit-content">
    Change selection
  </ActionLink>
)

type Props = Omit<AgentStep, 'step'>

/** For selections that are too large to check in the browser: the console plans the job while the page shows progress. */
export function PlannedCheck({ action, ids, query, filter, all }: Props) {
  const { title, verb, orders, endpoint } = factsOf[action]
  const selected = all?.count ?? ids.length
  const count = computerCount(selected)
  const [job, setJob] = useState<number>()
  const navigate = useNavigate()
  const { problem, pending, attempt } = useAttempt()
  const plan = async () =>
    (
      await call(planAgentAction, {
        action,
        title: `${orders} ${count}`,
        ...(all ? { ...(filter ? { filter } : { query }), except: all.except } : { ids }),
      })
    ).id
  const isIrreversible = 'danger' in endpoint
  const order: JobOrder = {
    endpoint,
    title: !query || isIrreversible ? `${orders} ${count}` : `${title} (Query)`,
    input: {},
    items: ids.map((id) => ({ subject: id, label: id })),
  }
  return (
    <Stack gap="md" maw="52rem">
      <Title order={2} size="h3" w="fit-content" tabIndex={-1} ref={focusOn}>
        {`${title}: ${count}`}
      </Title>
      {job === undefined ? (
        <>
          <Text size="sm">
            The console checks the status of each computer{all && !filter && ' in its index'} and skips those that do
            not allow the action, with the reason. Nothing is sent until you start the job.{' '}
            {isIrreversible && ofRemoval}
          </Text>
          <Group gap="sm">
            <ActionButton
              variant="filled"
              endpoint={endpoint}
              loading={pending}
              onClick={() => attempt(async () => setJob(await plan()))}
            >
              {`Check ${count}`}
            </ActionButton>
            <ActionButton
              endpoint={endpoint}
              renderDialog={(close) => (
                <PlanDialog
                  order={order}
                  plan={() => planWhole(plan)}
                  count={selected}
                  // Irreversible actions are not scheduled for the results of a query.
                  query={isIrreversible ? undefined : query || undefined}
                  of="computer"
                  onClose={close}
                />
              )}
            >
              Schedule…
            </ActionButton>
            <ChooseOthers />
          </Group>
          <QueryProblem error={problem} />
        </>
      ) : (
        <StartPlanned
          job={job}
          action={verb}
          kind="computer"
          phraseOf={isIrreversible ? computerCount : undefined}
          onClose={() => void navigate(paths.desktopAgents)}
        />
      )}
    </Stack>
  )
}

async function planWhole(plan: () => Promise<number>): Promise<number> {
  const job = await plan()
  await untilPlanned(job)
  return job
}

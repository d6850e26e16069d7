import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { queryIfOffered } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { counted } from '#contract/words/counted.ts'
import type { Output } from '#contract/endpoint.ts'
import { getHostCheckPlan, setHostCheckPlan } from '#contract/keys/host-check-plan.ts'
import { instantOf } from '#contract/time.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Group, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'

const planQuery = queryIfOffered(getHostCheckPlan, {})
const lookAgainMs = 10_000

type Plan = Output<typeof getHostCheckPlan>

const intervals = { '0': 'Not scheduled', '6': 'Every 6 hours', '24': 'Every day', '168': 'Every week' }
const intervalText = (hours: number) =>
  (intervals as Record<string, string>)[String(hours)] ?? `Every ${hours.toLocaleString('en')} hours`

/** Interval of the automatic checks; nothing if the server does not support them. */
export function CheckPlan() {
  const {
    data: plan,
    error,
    refetch,
    isLoading,
    isFetched,
  } = useQuery({
    ...planQuery,
    refetchInterval: ({ state }) => ((state.data?.Waiting ?? 0) > 0 ? lookAgainMs : false),
  })
  if (plan === undefined && error) return <QueryProblem error={error} refetch={refetch} />
  if (!plan) return isLoading && !isFetched && <Loading lines={1} />
  const { EveryHours: every = 0, LastRunAt, LastRunHosts = 0, NextRunAt, Waiting = 0 } = plan
  return (
    <Group gap="sm">
      <Text size="sm">
        Scheduled checks: {intervalText(every)}
        {NextRunAt && (
          <>
            , next <Moment at={instantOf(NextRunAt)} raw={NextRunAt} />
          </>
        )}
        {LastRunAt && (
          <>
            , last <Moment at={instantOf(LastRunAt)} raw={LastRunAt} /> of {counted(LastRunHosts, 'host', 'hosts')}
          </>
        )}
        {Waiting > 0 && `. ${counted(Waiting, 'host', 'hosts')} waiting for a check`}.
      </Text>
      <ActionButton
        endpoint={setHostCheckPlan}
        size="compact-sm"
        renderDialog={(close) => <PlanDialog plan={plan} onClose={close} />}
      >
        Schedule checks
      </ActionButton>
    </Group>
  )
}

const planForm = z.object({ every: z.pipe(z.string().check(z.regex(/^\d{1,3}$/)), z.transform(Number)) })

function PlanDialog({ plan: { EveryHours = 0 }, onClose }: { plan: Plan; onClose: () => void }) {
  const values = new Map(Object.entries(intervals)).set(String(EveryHours), intervalText(EveryHours))
  return (
    <FormDialog
      title="Schedule checks of all hosts"
      action="Save"
      schema={planForm}
      send={({ every }: z.output<typeof planForm>) => change(setHostCheckPlan, { EveryHours: every })}
      onClose={onClose}
    >
      <Text size="sm">
        The server reads and checks the certificate of each known host, with about fifteen connections per host. The
        first run starts after one interval. Interrupted checks resume after a restart.
      </Text>
      <SelectField
        name="every"
        label="Check all hosts"
        options={[...values].map(([value, label]) => ({ value, label }))}
        defaultValue={String(EveryHours)}
      />
    </FormDialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { NotFound } from '#components/area/NotFound.tsx'
import { numberInAddress } from '#pages/jobs/number-in-address.ts'
import { ruleText, scheduleStateWords, targetText, windowText } from '#components/schedules/schedule-words.ts'
import { Times } from '#components/schedules/Times.tsx'
import { NoticesAbout } from '#components/notices/NoticesAbout.tsx'
import { readSchedule } from '#contract/console/schedules.ts'
import type { Output } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { ScheduleActions } from './ScheduleActions.tsx'
import { ScheduleRuns } from './ScheduleRuns.tsx'

type ScheduleDetails = Output<typeof readSchedule>

/** A schedule: job, times, and results of its runs. */
export function Component() {
  const { id = '' } = useParams()
  const number = numberInAddress(id)
  const {
    data: schedule,
    error,
    refetch,
  } = useQuery({
    ...query(readSchedule, { schedule: number ?? 1 }),
    enabled: number !== undefined,
  })
  if (!schedule) {
    return (
      <Page title={`Schedule ${id}`}>
        {number === undefined || (error && problemOf(error).status === 404) ? (
          <NotFound
            title="Schedule not found"
            hint="It was removed, or the address is not that of a schedule."
            all="All schedules"
            to={paths.schedules}
          />
        ) : (
          <QueryState error={error} refetch={refetch} waiting={!error} />
        )}
      </Page>
    )
  }
  return (
    <Page title={schedule.title} actions={<NoticesAbout page={paths.schedule(String(schedule.id))} />}>
      {schedule.state === 'paused' && schedule.why && (
        <Notice tone="warn" title="Paused">
          <span>{schedule.why.message} No job starts while it is paused.</span>
        </Notice>
      )}
      <Facts schedule={schedule} />
      <Upcoming schedule={schedule} />
      <ScheduleRuns schedule={schedule.id} />
    </Page>
  )
}

function Facts({ schedule }: { schedule: ScheduleDetails }) {
  const { state, rule, zone, windowMinutes, missed, by, operation, reason, ticket, createdAt } = schedule
  const { label, tone } = scheduleStateWords[state]
  return (
    <Panel title={`Schedule ${schedule.id}`} aside={<StatusBadge tone={tone}>{label}</StatusBadge>}>
      <Stack gap="md">
        <Properties
          bare
          items={[
            { label: 'Repeats', value: ruleText(rule) },
            { label: 'Time zone', value: zone },
            ...(operation === '' ? [] : [{ label: 'Operation', value: operation }]),
            { label: 'Target', value: <Target schedule={schedule} /> },
            {
              label: 'Maintenance window',
              value:
                windowMinutes === undefined
                  ? 'None: a job runs as long as it takes'
                  : `${windowText(windowMinutes)} from each start`,
            },
            { label: 'Missed runs', value: missed === 'once' ? 'Run once, as soon as possible' : 'Skipped' },
            { label: 'Runs as', value: by },
            { label: 'Created', value: <Moment at={new Date(createdAt)} /> },
            ...(reason === '' ? [] : [{ label: 'Reason', value: ticket === '' ? reason : `${reason} (${ticket})` }]),
          ]}
        />
        <ScheduleActions schedule={schedule} />
      </Stack>
    </Panel>
  )
}

function Target({ schedule }: { schedule: ScheduleDetails }) {
  const { query: line } = schedule
  if (line === undefined) return targetText(schedule)
  return (
    <>
      Devices of the query{' '}
      <Anchor
        component={Link}
        inherit
        underline="always"
        to={`${paths.deviceQuery}?${new URLSearchParams({ query: line })}`}
      >
        {line}
      </Anchor>
      , determined at each start
    </>
  )
}

function Upcoming({ schedule: { state, upcoming, zone } }: { schedule: ScheduleDetails }) {
  return (
    <Panel title="Next runs">
      {state === 'active' && upcoming.length > 0 ? (
        <Times at={upcoming} zone={zone} />
      ) : (
        <Text size="sm">
          {state === 'paused' ? 'None while it is paused.' : 'None. Edit it to schedule another run.'}
        </Text>
      )}
    </Panel>
  )
}

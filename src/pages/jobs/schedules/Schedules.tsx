import type { LoaderFunctionArgs } from 'react-router'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { stateColumn } from '#components/jobs/StateColumn.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { listAddress, oneOf, pageOf } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { numberedPages } from '#components/lists/numbered-pages.ts'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { ruleText, runStateWords, scheduleStateWords, targetText } from '#components/schedules/schedule-words.ts'
import { listSchedules, type Schedule, type ScheduleState, scheduleStates } from '#contract/console/schedules.ts'
import { paths } from '#paths.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'

const states = ['all', ...scheduleStates] as const
type StateFilter = 'all' | ScheduleState
const labelOf = (state: StateFilter) => (state === 'all' ? 'All' : scheduleStateWords[state].label)

const list = {
  name: 'schedules',
  endpoint: listSchedules,
  address: listAddress(
    { ...pageOf(50, 200), state: oneOf<StateFilter>('all', states) },
    { state: ({ state }) => `state “${labelOf(state)}”` },
  ),
  input: ({ state }: { state: StateFilter }) => (state === 'all' ? {} : { state }),
  ...numberedPages(200),
}

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(list, request)

/** Scheduled jobs. */
export function Component() {
  const listed = useServerList(list)
  const options = states.map((value) => ({ value, label: labelOf(value) }))
  const create = (
    <ActionLink variant="filled" to={paths.newSchedule}>
      New schedule
    </ActionLink>
  )
  return (
    <Page title="Schedules" actions={create}>
      <AreaTabs of="jobs">
        <ListTable
          filterBar={
            <FilterTabs
              label="Show"
              value={listed.state.state}
              options={options}
              onChange={(state) => listed.show({ state })}
            />
          }
          caption="Schedules"
          {...listed.table}
          columns={columns}
          rowId={({ id }) => String(id)}
          rowHref={({ id }) => paths.schedule(String(id))}
          nothing={{
            many: 'schedules',
            hint: 'A schedule starts a job once or repeatedly, also while nobody is signed in.',
            action: create,
          }}
        />
      </AreaTabs>
    </Page>
  )
}

const { text, date } = columnsOf<Schedule, string | number | undefined>()

const columns = [
  text('title', 'Schedule', ({ title }) => title, { width: '24%', priority: 1 }),
  stateColumn(scheduleStateWords, '22%'),
  text('rule', 'Repeats', ({ rule, zone }) => `${ruleText(rule)} (${zone})`, {
    width: '22%',
    priority: 2,
    breaks: true,
  }),
  date('next', 'Next run', ({ nextAt }) => (nextAt === undefined ? undefined : new Date(nextAt)), {
    width: '11%',
    priority: 1,
  }),
  text('last', 'Last run', ({ last }) => last && runStateWords[last.state].label, {
    width: '11%',
    priority: 2,
    cell: ({ last }) =>
      last ? <StatusBadge tone={runStateWords[last.state].tone}>{runStateWords[last.state].label}</StatusBadge> : '–',
  }),
  text('by', 'Runs as', ({ by }) => by, { width: '10%', priority: 2 }),
  text('target', 'Target', targetText, { hidden: true, width: '16%' }),
]

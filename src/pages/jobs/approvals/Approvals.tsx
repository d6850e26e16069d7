import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { change } from '#api/change.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { deedText, namesText } from '#components/approvals/approval-words.ts'
import { ApprovalSteps } from '#components/approvals/ApprovalSteps.tsx'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { countOf } from '#components/jobs/job-words.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { listAddress, pageOf } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { numberedPages } from '#components/lists/numbered-pages.ts'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { lapseDays, stopAllJobs } from '#contract/console/approvals.ts'
import { type Job, listJobs } from '#contract/console/jobs.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { WithNote } from '#ui/values/WithNote.tsx'

const list = {
  name: 'approvals',
  endpoint: listJobs,
  address: listAddress({ ...pageOf(50, 200) }, {}),
  input: () => ({ state: 'held' as const }),
  ...numberedPages(200),
}

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(list, request)

/** Pending approvals. */
export function Component() {
  const listed = useServerList(list)
  return (
    <Page title="Approvals" actions={<CancelAll />}>
      <AreaTabs of="jobs">
        <Released />
        <ListTable
          caption="Approvals"
          {...listed.table}
          columns={columns}
          rowId={({ id }) => String(id)}
          rowHref={({ id }) => paths.job(String(id))}
          nothing={{
            many: 'requests',
            none: 'No pending approvals',
            hint: `Requests above the limits set under Settings, Approvals are listed here for up to ${lapseDays} days, to users with the permission of the operation.`,
          }}
        />
      </AreaTabs>
    </Page>
  )
}

/** Warns for a week of jobs released without a second person. */
function Released() {
  const { data } = useQuery(query(listJobs, { state: 'released', page: 0, limit: 5 }))
  return data?.rows.map((job) => (
    <Notice key={job.id} tone="bad" title={`${deedText(job)}: released without a second person`}>
      <span>
        By {job.by}: {job.approval?.note}{' '}
        <Anchor component={Link} inherit underline="always" to={paths.job(String(job.id))}>
          Show job {job.id}
        </Anchor>
      </span>
    </Notice>
  ))
}

const onText = ({ kind, counts }: Job) => countOf(kind, counts.waiting)
const whomText = ({ names, counts, target }: Job) =>
  [namesText(names, counts.waiting), target].filter(Boolean).join('. ')

const { text, date, actions } = columnsOf<Job>()

const columns = [
  text('what', 'Action', deedText, {
    width: '17%',
    priority: 1,
  }),
  text('whom', 'On', (job) => [onText(job), whomText(job)].filter(Boolean).join('. '), {
    width: '26%',
    priority: 1,
    breaks: true,
    cell: (job) => <WithNote note={whomText(job)}>{onText(job)}</WithNote>,
  }),
  text('by', 'Requested by', ({ by }) => by, { width: '12%', priority: 1 }),
  text('why', 'Reason', ({ reason, ticket }) => [reason, ticket].filter(Boolean).join(', '), {
    width: '17%',
    priority: 1,
    breaks: true,
    cell: ({ reason, ticket }) => (
      <WithNote note={ticket} isWhole>
        {reason}
      </WithNote>
    ),
  }),
  date('until', 'Expires', ({ approval }) => approval && new Date(approval.until), { width: '12%', priority: 1 }),
  actions((job) => <ApprovalSteps job={job} compact />, { width: 180 }),
]

function CancelAll() {
  return (
    <ActionButton
      variant="default"
      renderDialog={(close) => (
        <Confirm
          title="Stop all jobs?"
          action="Stop all jobs"
          onConfirm={() => change(stopAllJobs, {})}
          onClose={close}
        >
          Stops all running, paused and pending jobs that you have permission to stop, including those of other users.
          Requests that were already sent are not undone.
        </Confirm>
      )}
    >
      Stop all jobs
    </ActionButton>
  )
}

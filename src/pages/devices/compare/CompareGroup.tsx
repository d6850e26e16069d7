import { useQuery } from '@tanstack/react-query'
import { change, useAttempt } from '#api/change.ts'
import { query } from '#api/query.ts'
import { JobItems } from '#components/jobs/JobItems.tsx'
import { RecentJobs } from '#components/jobs/RecentJobs.tsx'
import { StartedJob } from '#components/jobs/StartedJob.tsx'
import { planEveryMs } from '#components/jobs/start-job.ts'
import { listAddress, matching } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { isPlanning, readJob } from '#contract/console/jobs.ts'
import { compareWithGroup } from '#contract/console/plans/group-comparison.ts'
import { type Device, getDevice } from '#contract/mdm/devices.ts'
import { getGroup } from '#contract/mdm/groups.ts'
import { textOf } from '#contract/words/value-text.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { compareHref } from './compare-address.ts'
import { hasRestrictions } from './compare-rows.ts'
import { IndexedGroup } from './IndexedGroup.tsx'

type Props = { groupId: string; device: Device }

const kind = 'device-comparison'
const shown = listAddress({ job: matching(/^[1-9]\d{0,8}$/) })

/**
 * Settings in which each member of a group differs from a device, with links to the comparison. The console reads the
 * members one by one, as a job.
 */
export function CompareGroup({ groupId, device }: Props) {
  const id = textOf(device.device_id)
  const { state, show } = useListState(shown)
  const { data } = useQuery({
    ...query(readJob, { job: Number(state.job) || 1 }),
    enabled: state.job !== '',
    refetchInterval: ({ state: { data: job } }) => (isPlanning(job) ? planEveryMs : false),
  })
  const { data: group } = useQuery(query(getGroup, { group_id: groupId }))
  const { problem, pending, attempt } = useAttempt()
  const start = async () => {
    const title = `Comparison of ${nameOf(device)} with group ${textOf(group?.name) || groupId}`.slice(0, 200)
    const { id: job } = await change(compareWithGroup, { device_id: id, group_id: groupId, title })
    show({ job: String(job) }, true)
  }
  const job = state.job !== '' && data?.kind === kind ? data : undefined
  const isGoing = job?.state === 'running' || isPlanning(job)
  return (
    <Stack gap="sm">
      {!hasRestrictions(device) && (
        <Notice tone="warn" title={`No restrictions are reported for ${nameOf(device)}`}>
          <span>There is nothing to compare the members with.</span>
        </Notice>
      )}
      {id !== '' && <IndexedGroup deviceId={id} groupId={groupId} />}
      {!isGoing && (
        <Button w="fit-content" loading={pending} onClick={() => attempt(start)}>
          {job ? 'Compare again' : 'Compare with each member'}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        Each member is read individually, as a job that continues when this page is closed.
      </Text>
      {problem && <ProblemPanel problem={problem} onRetry={() => attempt(start)} />}
      {job && <StartedJob id={job.id} />}
      {job && job.total > 0 && (
        <JobItems
          key={job.id}
          job={job}
          name="compared-with-group"
          caption="Compare devices"
          hasSearch={false}
          hrefOf={({ subject }) => compareHref(id, subject)}
        />
      )}
      <RecentJobs kind={kind} endpoint={getDevice} title="Recent comparisons" />
    </Stack>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '#api/call.ts'
import { change, useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { JobItems } from '#components/jobs/JobItems.tsx'
import { RecentJobs } from '#components/jobs/RecentJobs.tsx'
import { StartedJob } from '#components/jobs/StartedJob.tsx'
import { notReported } from '#components/offered/not-reported.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import type { Input } from '#contract/endpoint.ts'
import type { checkIndexedSecurity } from '#contract/fleet/fleet-answers.ts'
import { isPlanning, type Job } from '#contract/console/jobs.ts'
import { checkSecurity, selectDevices } from '#contract/console/plans/device-selections.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { checkFindings } from '#contract/mdm/jobs/security-job.ts'
import { deviceCount } from '#pages/devices/device-count.ts'
import { deviceSearch, type DeviceSearch, toDevicesInput } from '#pages/devices/list/device-search.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Anchor, Button, Group, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { checkedIn, filterOf, findMissing, ignoresStatus, listOf, planCheck, readChecked } from './check-devices.ts'
import { ChosenItems } from './ChosenItems.tsx'
import { IndexedCheck } from './IndexedCheck.tsx'
import { type Listed, ListedDevices } from './ListedDevices.tsx'
import { useDisplayedCheck } from './use-displayed-check.ts'

/** Lists lack security details, so each device is requested; missing values are unknown. */
export function Component() {
  const [address] = useSearchParams()
  const search = deviceSearch.read(address)
  const asked = useQuery(listOf(checkedIn(search)))
  const isUntold = ignoresStatus(search, asked.data)
  const { data, error, refetch } = useQuery(listOf(filterOf(search, asked.data)))
  const { problem, pending, attempt } = useAttempt()
  const [isPlanned, setPlanned] = useState(false)
  const [listed, setListed] = useState<Listed>()
  const { shown, last, show } = useDisplayedCheck()
  const job = shown ?? last
  const start = async () => {
    const { filter, rows } = await readChecked(search)
    const missing = await findMissing(rows)
    setListed(missing && { devices: (await call(selectDevices, { filter })).devices, missing })
    if (!missing) show((await change(checkSecurity, { filter, starts: true })).id)
  }
  const clear = () => {
    setListed(undefined)
    show(undefined)
  }
  const isShown = shown !== undefined || listed !== undefined
  const isGoing = shown?.state === 'running' || isPlanning(shown)
  const total = data?.total
  const noDevices = total === 0 && 'No devices are selected.'
  return (
    <Page title="Security check">
      <Text size="sm" aria-busy={!data && !error}>
        {whatIsChecked(total, deviceSearch.active(search).length > 0, isUntold)}{' '}
        <Anchor component={Link} underline="always" to={`${paths.devices}?${withoutCheck(address)}`}>
          {total === 0 ? 'Go to devices' : 'Change selection'}
        </Anchor>
      </Text>
      <QueryProblem error={error} refetch={refetch} />
      {problem && <ProblemPanel problem={problem} onRetry={() => attempt(start)} />}
      <Group>
        <ActionButton
          variant="filled"
          reason={noDevices || (isGoing && isRunning)}
          loading={pending}
          onClick={() => attempt(start)}
        >
          {isShown ? 'Check again' : 'Start check'}
        </ActionButton>
        <ActionButton reason={noDevices} onClick={() => setPlanned(true)}>
          Schedule…
        </ActionButton>
        {isShown && !isGoing && (
          <Button variant="subtle" onClick={clear}>
            Clear result
          </Button>
        )}
      </Group>
      {isPlanned && (
        <PlanDialog
          order={{ endpoint: getDeviceSecurity, title: titleOf(total), input: {}, items: [] }}
          plan={async () => planCheck((await readChecked(search)).filter)}
          initial="weekly"
          onClose={() => setPlanned(false)}
        />
      )}
      {job && <StartedJob id={job.id} />}
      {shown && shown.total > 0 && <Results key={shown.id} job={shown} />}
      {listed && !shown && <ListedDevices {...listed} />}
      {!isShown && (
        <IndexedCheck filters={indexFilters(search)} action={last && <ToResult onClick={() => show(last.id)} />}>
          {last && <Results key={last.id} job={last} />}
        </IndexedCheck>
      )}
      <RecentJobs kind="device-check" endpoint={getDeviceSecurity} title="Recent checks" />
    </Page>
  )
}

const Results = ({ job }: { job: Job }) => (
  <JobItems
    job={job}
    findings={checkFindings}
    name="security-check"
    caption="Security check"
    SelectionActions={ChosenItems}
  />
)

/** Where the index is shown. */
const ToResult = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" size="xs" onClick={onClick}>
    Show last result
  </Button>
)

/** Filters of the device list, converted for the index. */
const indexFilters = (search: DeviceSearch): Input<typeof checkIndexedSecurity> => {
  const { sort: _, managed_status, ...filters } = toDevicesInput(search)
  return { ...filters, ...(managed_status?.[0] !== undefined && { managed_status: managed_status[0] }) }
}

/** The address of the device list: its filters, without what this page adds. */
function withoutCheck(address: URLSearchParams) {
  const own = new Set(['check', 'outcome', 'finding', 'page'])
  return new URLSearchParams([...address].filter(([name]) => !own.has(name)))
}

const titleOf = (total: number | undefined) =>
  `Security check of ${total === undefined ? 'all devices' : deviceCount(total)}`
const isRunning = 'A check is running.'
const oneByOne = 'A check reads each device individually, as a job that continues when this page is closed.'

function whatIsChecked(total: number | undefined, isFiltered: boolean, isUntold: boolean) {
  const which = isFiltered ? ' that match the list filters' : ''
  if (total === 0) return isFiltered ? 'No devices match the list filters.' : 'No devices to check yet.'
  const devices = total === undefined ? 'all devices' : deviceCount(total)
  return `Encryption, passcode and integrity of ${devices}${which}, ${isUntold ? `with those that were never enrolled: ${notReported.toLowerCase()} which they are` : 'without those that were never enrolled'}. ${oneByOne}`
}

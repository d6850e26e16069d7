import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { useTableKey } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { askDevices, askedDevices } from '#components/devices/asked-devices.ts'
import { RecentJobs } from '#components/jobs/RecentJobs.tsx'
import { type JobOrder, startAsJob } from '#components/jobs/start-job.ts'
import { listAddress, oneOf } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { isNotOffered } from '#components/offered/not-offered.ts'
import { notReported } from '#components/offered/not-reported.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { csvText } from '#contract/csv.ts'
import type { Input } from '#contract/endpoint.ts'
import type { checkIndexedSecurity } from '#contract/fleet/fleet-answers.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { type DeviceSummary, type listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { encryptions, statusesOnceEnrolled } from '#contract/mdm/jobs/security-job.ts'
import { Problem } from '#contract/problem.ts'
import { deviceCount } from '#pages/devices/device-count.ts'
import { deviceSearch, type DeviceSearch, toDevicesInput } from '#pages/devices/list/device-search.ts'
import { nameOf, userOf } from '#pages/devices/device-facts.ts'
import { partOf } from '#pages/devices/list-page.ts'
import type { Answered } from '#pages/devices/survey.ts'
import { SurveyProgress } from '#pages/devices/SurveyProgress.tsx'
import { useSurvey } from '#pages/devices/use-survey.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Anchor, Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { ChosenRows } from './ChosenRows.tsx'
import { IndexedCheck } from './IndexedCheck.tsx'
import { type Security, securityFields, securityRow } from './security-rows.ts'
import { securityColumns } from './SecurityColumns.tsx'

/** Lists lack security details, so each device is requested; missing values are unknown. */
export function Component() {
  const [address] = useSearchParams()
  const search = deviceSearch.read(address)
  const onceEnrolled = checkedIn(search)
  const asked = useQuery(askedDevices(onceEnrolled))
  // Where the server does not tell which ones were enrolled, all are checked.
  const isUntold =
    search.managed_status === '' && asked.data?.isCorrected === false && asked.data.unmet?.includes('managed_status')
  const { managed_status: _, ...everyOne } = onceEnrolled
  const input = isUntold ? everyOne : onceEnrolled
  const { data, error, refetch } = useQuery(askedDevices(input))
  const survey = useSurvey(readSecurity, `security check ${useTableKey('')} ${JSON.stringify(input)}`)
  const { problem, isDoing, attempt } = useAttempt<'here' | 'job' | 'plan'>()
  const [order, setOrder] = useState<JobOrder>()
  const navigate = useNavigate()
  // Nothing was read, and why is said: there is nothing to count.
  const isRefused = survey.phase === 'stopped' && survey.answered.length === 0
  const start = async () => survey.start(await everyDevice(input))
  const asJob = async () => orderFor(await everyDevice(input))
  const startJob = async () => {
    const { id } = await startAsJob(await asJob())
    await navigate(paths.job(String(id)))
  }
  const total = data?.total
  const noDevices = total === 0 && 'No devices are selected.'
  return (
    <Page title="Security check">
      <Text size="sm" aria-busy={!data && !error}>
        {data
          ? whatIsChecked(total, deviceSearch.active(search).length > 0, isUntold === true)
          : `Encryption, passcode and integrity of devices. ${oneByOne}`}{' '}
        <Anchor component={Link} underline="always" to={`${paths.devices}?${address}`}>
          {total === 0 ? 'Go to devices' : 'Change selection'}
        </Anchor>
      </Text>
      <QueryProblem error={error} refetch={refetch} />
      {problem && <ProblemPanel problem={problem} onRetry={() => attempt(start, 'here')} />}
      {survey.phase !== 'going' && (
        <Group>
          <ActionButton
            variant="filled"
            reason={noDevices}
            loading={isDoing('here')}
            onClick={() => attempt(start, 'here')}
          >
            {survey.phase === 'idle' ? 'Start check' : 'Check again'}
          </ActionButton>
          <ActionButton reason={noDevices} loading={isDoing('job')} onClick={() => attempt(startJob, 'job')}>
            Run as a job
          </ActionButton>
          <ActionButton
            reason={noDevices}
            loading={isDoing('plan')}
            onClick={() => attempt(async () => setOrder(await asJob()), 'plan')}
          >
            Schedule…
          </ActionButton>
          {survey.phase !== 'idle' && (
            <Button variant="subtle" onClick={survey.clear}>
              Clear result
            </Button>
          )}
        </Group>
      )}
      {order && <PlanDialog order={order} initial="weekly" onClose={() => setOrder(undefined)} />}
      <SurveyProgress survey={survey} of={getDeviceSecurity} />
      {survey.phase === 'idle' && <IndexedCheck filters={indexFilters(search)} />}
      {survey.phase !== 'idle' && !isRefused && <Results answered={survey.answered} />}
      <RecentJobs kind="device-check" endpoint={getDeviceSecurity} title="Recent checks" />
    </Page>
  )
}

const checkedIn = (search: DeviceSearch) => ({
  ...toDevicesInput(search),
  ...(search.managed_status === '' && { managed_status: statusesOnceEnrolled }),
  ...partOf(0, pageLimit.max),
})

/** The same devices, as the index is asked for them. */
const indexFilters = (search: DeviceSearch): Input<typeof checkIndexedSecurity> => {
  const { sort: _, managed_status, ...filters } = toDevicesInput(search)
  return { ...filters, ...(managed_status?.[0] !== undefined && { managed_status: managed_status[0] }) }
}

const oneByOne =
  'A check reads each device individually, which may take a while; a job goes on when this page is closed.'

function whatIsChecked(total: number | undefined, isFiltered: boolean, isUntold: boolean) {
  const which = isFiltered ? ' that match the list filters' : ''
  if (total === 0) return isFiltered ? 'No devices match the list filters.' : 'No devices to check yet.'
  const devices = total === undefined ? 'all devices' : deviceCount(total)
  return `Encryption, passcode and integrity of ${devices}${which}, ${isUntold ? `with those that were never enrolled: ${notReported.toLowerCase()} which they are` : 'without those that were never enrolled'}. ${oneByOne}`
}

/** A list may send whole records: what it says serves where a server does not offer more. */
const readSecurity = (device: DeviceSummary, signal: AbortSignal) =>
  call(getDeviceSecurity, { device_id: device.device_id ?? '' }, signal).catch((error: unknown) => {
    if (isNotOffered(problemOf(error)) && securityFields.some((name) => name in device)) return device
    throw error
  })

const orderFor = (devices: readonly DeviceSummary[]): JobOrder => ({
  endpoint: getDeviceSecurity,
  title: `Security check of ${deviceCount(devices.length)}`,
  input: {},
  items: devices.map((device) => ({
    subject: device.device_id ?? '',
    label: nameOf(device).slice(0, 300),
    detail: (userOf(device).name ?? '').slice(0, 300),
  })),
})

async function everyDevice(input: Input<typeof listDevices>): Promise<DeviceSummary[]> {
  const devices = new Map<string, DeviceSummary>()
  for (let offset = 0; ; offset += pageLimit.max) {
    const { rows, total, unmet = [], isCorrected } = await askDevices({ ...input, offset })
    if (isCorrected === false && unmet.some((name) => name !== 'sort')) throw unfiltered
    for (const device of rows) if (device.device_id) devices.set(device.device_id, device)
    const isLast = total === undefined ? rows.length < pageLimit.max : offset + rows.length >= total
    if (isLast || rows.length === 0) return [...devices.values()]
  }
}

const unfiltered = new Problem(
  'UNEXPECTED_CONTENT',
  'The server does not filter its devices, and the list is too long to filter in the browser',
  { service: 'mdm' },
)

const shown = listAddress({ encryption: oneOf('', ['', ...encryptions]) })

function Results({ answered }: { answered: readonly Answered<DeviceSummary, Security>[] }) {
  const { state, show } = useListState(shown)
  const { encryption } = state
  const storageKey = useTableKey('security check')
  const rows = useMemo(() => answered.map(securityRow), [answered])
  const options = [
    { value: '' as const, label: 'All', count: rows.length },
    ...encryptions.map((value) => ({
      value,
      label: value,
      count: rows.filter((row) => row.encryption === value).length,
    })),
  ]
  return (
    <Stack gap="sm">
      <DataTable
        filterBar={
          <FilterTabs
            label="Encryption"
            value={encryption}
            options={options}
            onChange={(value) => show({ encryption: value }, true)}
          />
        }
        caption="Security check"
        rows={rows.filter((row) => encryption === '' || row.encryption === encryption)}
        columns={securityColumns}
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.deviceSecurity(id)}
        storageKey={storageKey}
        SelectionActions={ChosenRows}
        csv={{ name: encryption === '' ? 'security-check' : `encryption-${encryption.toLowerCase()}`, write: csvText }}
        empty={
          <Empty title={encryption === '' ? 'No devices read yet' : `No devices with encryption “${encryption}”`} />
        }
      />
    </Stack>
  )
}

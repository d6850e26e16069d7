import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { csvText } from '#contract/csv.ts'
import { type Device, getDevice } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { nameOf, userOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#components/devices/value-text.ts'
import { membersOf } from '#pages/devices/groups/members.ts'
import type { Answered } from '#pages/devices/survey.ts'
import { SurveyProgress } from '#pages/devices/SurveyProgress.tsx'
import { useSurvey } from '#pages/devices/use-survey.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { compareHref } from './compare-address.ts'
import { compareRows, hasRestrictions } from './compare-rows.ts'
import { IndexedGroup } from './IndexedGroup.tsx'

/** Undefined if the member reports no restrictions. */
type Difference = { count: number; names: string[] } | undefined
type Props = { groupId: string; device: Device }

/** Number of settings in which each member of a group differs from a device, with links to the comparison. */
export function CompareGroup({ groupId, device }: Props) {
  const id = textOf(device.device_id)
  const survey = useSurvey<DeviceSummary, Difference>(async ({ device_id = '' }, signal) => {
    const member = await call(getDevice, { device_id }, signal)
    if (!hasRestrictions(member)) return undefined
    const rows = compareRows(device, member).filter(({ differs }) => differs)
    return { count: rows.length, names: rows.map(({ label }) => label) }
  })
  const { problem, pending, attempt } = useAttempt()
  const start = async () => {
    const members = await membersOf(groupId)
    survey.start(members.filter(({ device_id }) => device_id && device_id !== id))
  }
  return (
    <Stack gap="sm">
      {!hasRestrictions(device) && (
        <Notice tone="warn" title={`No restrictions are reported for ${nameOf(device)}`}>
          <span>There is nothing to compare the members with.</span>
        </Notice>
      )}
      {id !== '' && <IndexedGroup deviceId={id} groupId={groupId} />}
      {survey.phase !== 'going' && (
        <Button w="fit-content" loading={pending} onClick={() => attempt(start)}>
          {survey.phase === 'idle' ? 'Compare with each member' : 'Compare again'}
        </Button>
      )}
      {problem && <ProblemPanel problem={problem} onRetry={() => attempt(start)} />}
      <SurveyProgress survey={survey} of={getDevice} />
      {survey.phase !== 'idle' && (
        <DataTable
          caption="Compare devices"
          rows={survey.answered}
          columns={columns}
          rowId={({ subject }) => textOf(subject.device_id)}
          rowHref={({ subject }) => compareHref(id, textOf(subject.device_id))}
          csv={{ name: 'compared-with-group', write: csvText }}
          empty={<Empty title="No other devices in this group" />}
        />
      )}
    </Stack>
  )
}

type Row = Answered<DeviceSummary, Difference>
const namedMost = 4

const { text, number } = columnsOf<Row>({ sortable: true })

const columns = [
  text('name', 'Device', ({ subject }) => nameOf(subject), { width: '28%', priority: 1 }),
  text('user', 'User', ({ subject }) => userOf(subject).name, { width: '20%', priority: 2 }),
  number('count', 'Differences', ({ answer }) => answer?.count, { width: '14%', priority: 1, missing: 'unknown' }),
  text('names', 'Settings', ({ answer, problem }) => answer?.names.join(', ') ?? whyNot(problem), {
    width: '38%',
    priority: 2,
    sortable: false,
    cell: ({ answer, problem }) => (answer ? someOf(answer.names) : whyNot(problem)),
  }),
]

const whyNot = (problem: Row['problem']) =>
  problem ? `Could not load: ${problem.message}` : 'No restrictions reported'

const someOf = (names: readonly string[]) =>
  names.length <= namedMost
    ? names.join(', ') || '–'
    : `${names.slice(0, namedMost).join(', ')} and ${names.length - namedMost} more`

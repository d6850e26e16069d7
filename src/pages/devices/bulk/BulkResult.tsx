import { useState } from 'react'
import { csvText } from '#contract/csv.ts'
import { actions } from '#contract/mdm/actions/actions.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Meter } from '#ui/feedback/Meter.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { resultColumns } from './BulkColumns.tsx'
import { BulkFollow } from './BulkFollow.tsx'
import { BulkSteps } from './BulkSteps.tsx'
import { type BulkRun, countsOf, type Outcome, outcomes } from './run.ts'
import type { BulkRunner } from './runner.ts'
import { bulkTitle } from './title.ts'
import { devicesInWords, outcomeWords } from './words.ts'

type Props = { run: BulkRun; runner: BulkRunner; elsewhere: boolean }
type Filter = 'all' | Outcome

/** What became of each device, and what can be done about it. */
export function BulkResult({ run, runner, elsewhere }: Props) {
  const [filter, setFilter] = useState<Filter>('all')
  const counts = countsOf(run)
  const meant = run.targets.length - counts['left out']
  const through = meant - counts['not sent'] - counts.sending
  const shown = run.targets.filter(({ outcome }) => filter === 'all' || outcome === filter)
  const options = [
    { value: 'all' as const, label: 'All', count: run.targets.length },
    ...outcomes
      .filter((outcome) => counts[outcome] > 0 || outcome === filter)
      .map((outcome) => ({ value: outcome, label: outcomeWords[outcome].label, count: counts[outcome] })),
  ]
  return (
    <>
      <Panel
        title={run.action ? `${actions[run.action].label}, to ${devicesInWords(meant)}` : bulkTitle}
        aside={
          <span>
            {run.source}, started <Moment at={new Date(run.startedAt)} />
          </span>
        }
      >
        <Stack gap="sm">
          <Meter
            label="Processed"
            value={through}
            max={meant}
            text={`${through.toLocaleString('en')} of ${devicesInWords(meant)} processed`}
          />
          <output>{stateText(run, counts)}</output>
          {run.problem && run.state === 'stopped' && <ProblemPanel problem={run.problem} />}
          <BulkSteps
            run={run}
            runner={runner}
            counts={counts}
            reason={elsewhere && 'This run is open in another tab.'}
          />
          <BulkFollow run={run} runner={runner} />
        </Stack>
      </Panel>
      <FilterTabs label="Show" value={filter} options={options} onChange={setFilter} />
      <DataTable
        caption={bulkTitle}
        rows={shown}
        columns={resultColumns}
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.deviceCommands(id)}
        empty={<Empty title="No devices with this result" />}
        csv={{ name: 'sent-to-devices', write: csvText }}
      />
    </>
  )
}

/** Where the run stands, in a sentence; accepted is not executed. */
function stateText({ state }: BulkRun, counts: Record<Outcome, number>): string {
  const submitted = `${devicesInWords(counts.submitted)} accepted by the server, not yet executed`
  if (state === 'going') return `Sending. ${submitted} so far.`
  const left = counts['not sent'] > 0 ? ` ${devicesInWords(counts['not sent'])} not sent.` : ''
  return state === 'stopped' ? `Stopped: ${submitted}.${left}` : `All sent: ${submitted}.`
}

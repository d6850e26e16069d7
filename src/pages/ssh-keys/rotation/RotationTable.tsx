import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Empty } from '#ui/Empty.tsx'
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx'
import { idOf, type Outcome, type Stage, type Step } from './rotation.ts'

type Props = {
  steps: readonly Step[]
  outcomes: ReadonlyMap<string, Outcome | 'working'>
  former: string
  next: string
}

/** How far each account is. */
export function RotationTable({ steps, outcomes, former, next }: Props) {
  return (
    <DataTable
      caption="Accounts"
      rows={steps}
      columns={columns(outcomes, { former, next })}
      rowId={idOf}
      empty={
        <Empty title={`“${former}” opens no account`} hint="There is nothing to rotate: delete the key instead." />
      }
    />
  )
}

const tones: Record<Stage, Tone> = { old: 'muted', both: 'info', new: 'ok' }

const columns = (outcomes: Props['outcomes'], names: { former: string; next: string }): Column<Step>[] => [
  {
    id: 'host',
    header: 'Host',
    priority: 1,
    value: ({ resourceName }) => resourceName,
    cell: (step) => step.resourceName,
  },
  { id: 'user', header: 'User', priority: 1, value: ({ userName }) => userName, cell: (step) => step.userName },
  {
    id: 'stage',
    header: 'Opened by',
    priority: 1,
    cell: ({ stage }) => <StatusBadge tone={tones[stage]}>{stageText(stage, names)}</StatusBadge>,
  },
  {
    id: 'result',
    header: 'Result',
    priority: 1,
    width: '38%',
    cell: (step) => <Result outcome={outcomes.get(idOf(step))} />,
  },
]

const stageText = (stage: Stage, { former, next }: { former: string; next: string }) =>
  ({ old: `${former} only`, both: `${former} and ${next}`, new: next })[stage]

function Result({ outcome }: { outcome: Outcome | 'working' | undefined }) {
  if (outcome === undefined) return '–'
  if (outcome === 'working') return <StatusBadge tone="info">Working</StatusBadge>
  return <StatusBadge tone={outcome.done ? 'ok' : 'bad'}>{outcome.text}</StatusBadge>
}

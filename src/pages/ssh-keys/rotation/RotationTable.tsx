import { columnsOf } from '#components/lists/Columns.tsx'
import type { Outcomes } from '#components/bulk/each-item.ts'
import { RunTable } from '#pages/ssh-keys/run/RunTable.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Stage, Step } from './rotation.ts'

type Props = { steps: readonly Step[]; outcomes: Outcomes; former: string; next: string }

/** How far each account is. */
export function RotationTable({ steps, outcomes, former, next }: Props) {
  return (
    <RunTable
      rows={steps}
      columns={[stageColumn({ former, next })]}
      outcomes={outcomes}
      empty={<Empty title={`“${former}” is not deployed`} hint="There is nothing to rotate: delete the key instead." />}
    />
  )
}

const tones: Record<Stage, Tone> = { old: 'muted', both: 'info', new: 'ok' }

const { badge } = columnsOf<Step>({ priority: 1 })
const stageColumn = (names: { former: string; next: string }) =>
  badge('stage', 'Keys with access', ({ stage }) => ({ tone: tones[stage], label: stageText(stage, names) }))

const stageText = (stage: Stage, { former, next }: { former: string; next: string }) =>
  ({ old: `${former} only`, both: `${former} and ${next}`, new: next })[stage]

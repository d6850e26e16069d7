import { columnsOf } from '#components/lists/Columns.tsx'
import { accountId } from '#contract/keys/rules/hosts/ssh-account.ts'
import { accountColumns } from '#pages/ssh-keys/account-items.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { Stage, Step } from './rotation.ts'

type Props = { steps: readonly Step[]; former: string; next: string }

/** Rotation progress per account. */
export function RotationTable({ steps, former, next }: Props) {
  return (
    <DataTable
      caption="Accounts"
      rows={steps}
      columns={[...accountColumns<Step>(), stageColumn({ former, next })]}
      rowId={accountId}
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

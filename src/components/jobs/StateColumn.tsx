import { columnsOf } from '#components/lists/Columns.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Column } from '#ui/table/column.ts'
import classes from './wrapped.module.css'

type Standing<State extends string> = { state: State; why?: { message: string } | undefined }

/** Column with the state of a job or schedule and the reason why it is paused. */
export function stateColumn<T extends Standing<State>, State extends string>(
  words: Record<State, { label: string; tone: Tone }>,
  width: string,
): Column<T> {
  const asText = ({ state, why }: T) => [words[state].label, why?.message].filter(Boolean).join('. ')
  const cell = ({ state, why }: T) => (
    <>
      <StatusBadge tone={words[state].tone}>{words[state].label}</StatusBadge>
      {why && <div className={classes.wrapped}>{why.message}</div>}
    </>
  )
  return columnsOf<T>().text('state', 'State', asText, { width, priority: 1, cell })
}
